"""Reads a QR code as its standard says, by tables and checks that it does not share with what draws it."""

from __future__ import annotations

from collections.abc import Sequence

# How the standard writes the masks of level M, and a version.
FORMATS = [
    *("101010000010010", "101000100100101", "101111001111100", "101101101001011"),
    *("100010111111001", "100000011001110", "100111110010111", "100101010100000"),
]
VERSION_7 = "000111110010010100"
# Of level M: how many blocks with how many codewords of data, and how many to correct errors.
BLOCKS = {
    1: ([16], 10),
    2: ([28], 16),
    3: ([44], 26),
    4: ([32] * 2, 18),
    5: ([43] * 2, 24),
    6: ([27] * 4, 16),
    7: ([31] * 4, 18),
    8: ([38, 38, 39, 39], 22),
    9: ([36] * 3 + [37] * 2, 22),
    10: ([43] * 4 + [44], 26),
}
CENTRES = {
    1: (), 2: (6, 18), 3: (6, 22), 4: (6, 26), 5: (6, 30), 6: (6, 34),
    7: (6, 22, 38), 8: (6, 24, 42), 9: (6, 26, 46), 10: (6, 28, 50),
}  # fmt: skip
MASKS = (
    lambda i, j: (i + j) % 2 == 0,
    lambda i, _: i % 2 == 0,
    lambda _, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
)
FINDER = ("1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111")


def read(rows: Sequence[str]) -> str:
    """The text of a code, given as rows of 0 and 1; AssertionError if it is none of level M."""
    size = len(rows)
    version = (size - 17) // 4
    assert size == 17 + 4 * version
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        assert tuple(row[left : left + 7] for row in rows[top : top + 7]) == FINDER
    assert all(rows[6][n] == rows[n][6] == str(1 - n % 2) for n in range(8, size - 8))
    assert rows[size - 8][8] == "1"
    first = "".join(rows[8][n] for n in (0, 1, 2, 3, 4, 5, 7, 8)) + "".join(
        rows[n][8] for n in (7, 5, 4, 3, 2, 1, 0)
    )
    second = "".join(rows[size - 1 - n][8] for n in range(7)) + rows[8][size - 8 :]
    assert first == second
    mask = MASKS[FORMATS.index(first)]
    if version == 7:
        bits = "".join(rows[5 - n // 3][size - 9 - n % 3] for n in range(18))
        assert bits == VERSION_7 == "".join(rows[size - 9 - n % 3][5 - n // 3] for n in range(18))
    taken = _taken(version, size)
    found = ""
    for pair, right in enumerate([*range(size - 1, 6, -2), 5, 3, 1]):
        for i in range(size) if pair % 2 else range(size - 1, -1, -1):
            for j in (right, right - 1):
                if (i, j) not in taken:
                    found += str(int(rows[i][j]) ^ mask(i, j))
    words = [int(found[n : n + 8], 2) for n in range(0, len(found) - 7, 8)]
    return _text(words, version)


def _taken(version: int, size: int) -> set[tuple[int, int]]:
    """Where no data is."""
    taken = {(n, 6) for n in range(size)} | {(6, n) for n in range(size)}
    for i in range(9):
        taken |= {(i, j) for j in range(9)}
        taken |= {(i, size - 1 - j) for j in range(8)} | {(size - 1 - j, i) for j in range(8)}
    centres = CENTRES[version]
    for a in centres:
        for b in centres:
            if (a, b) not in {(6, 6), (6, centres[-1]), (centres[-1], 6)}:
                taken |= {(a + i, b + j) for i in range(-2, 3) for j in range(-2, 3)}
    if version >= 7:
        taken |= {place for i in range(6) for j in range(size - 11, size - 8) for place in ((i, j), (j, i))}
    return taken


def _text(words: Sequence[int], version: int) -> str:
    sizes, checks = BLOCKS[version]
    assert len(words) == sum(sizes) + checks * len(sizes)
    blocks: list[list[int]] = [[] for _ in sizes]
    rest = list(words)
    for n in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if n < size:
                block.append(rest.pop(0))
    data = [word for block in blocks for word in block]
    for _ in range(checks):
        for block in blocks:
            block.append(rest.pop(0))
    for block in blocks:
        assert all(_value(block, root) == 0 for root in _roots(checks)), "the checks are wrong"
    bits = "".join(f"{word:08b}" for word in data)
    assert bits[:4] == "0100"
    width = 8 if version < 10 else 16
    count = int(bits[4 : 4 + width], 2)
    content = bits[4 + width : 4 + width + 8 * count]
    return bytes(int(content[n : n + 8], 2) for n in range(0, len(content), 8)).decode()


def _times(a: int, b: int) -> int:
    """Multiply in the field of 256 elements, bit by bit."""
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a, b = (a << 1) ^ (0x11D if a & 0x80 else 0), b >> 1
    return product


def _roots(count: int) -> list[int]:
    roots = [1]
    while len(roots) < count:
        roots.append(_times(roots[-1], 2))
    return roots


def _value(block: Sequence[int], at: int) -> int:
    value = 0
    for word in block:
        value = _times(value, at) ^ word
    return value
