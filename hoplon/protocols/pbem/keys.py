"""Signatures: Ed25519, by the library `cryptography`."""

from __future__ import annotations

import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

PRIVATE_SIZE = 32
PUBLIC_SIZE = 32
SIGNATURE_SIZE = 64
_SIGN = b"hoplon pbem sign\n"
_SHOWN = 20  # hexadecimal digits of a fingerprint


def new_key() -> bytes:
    """A private key."""
    return Ed25519PrivateKey.generate().private_bytes_raw()


def public_of(private: bytes) -> bytes:
    """The public key that belongs to a private one."""
    return Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def sign(private: bytes, over: bytes) -> bytes:
    """The signature of a text with this hash; the same each time."""
    return Ed25519PrivateKey.from_private_bytes(private).sign(_SIGN + over)


def is_signed(public: bytes, over: bytes, signature: bytes) -> bool:
    """Was a text with this hash signed with the private key that belongs to a public one?"""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, _SIGN + over)
    except InvalidSignature:
        return False
    return True


def fingerprint(public: bytes) -> str:
    """A public key in a form that two people can read to each other."""
    digits = hashlib.sha256(public).hexdigest()[:_SHOWN]
    return "-".join(digits[i : i + 4] for i in range(0, _SHOWN, 4))
