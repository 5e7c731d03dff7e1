"""An array on the GPU that Numba owns and other libraries read and write in place."""

from __future__ import annotations

import importlib
from typing import Any

from hoplon.core.errors import HoplonError

CUDA_DEVICE = 2  # as DLPack numbers kinds of devices


class SharedArray:
    """Memory on the GPU for PyTorch, CuPy, Numba (`__cuda_array_interface__`) and JAX (`__dlpack__`)."""

    def __init__(self, array: Any) -> None:
        self.array = array
        self.shape, self.dtype = tuple(array.shape), array.dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        found: dict[str, Any] = self.array.__cuda_array_interface__
        return found

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA_DEVICE, 0

    def __dlpack__(self, **asked: Any) -> Any:
        """Through CuPy or PyTorch, whichever is there: both take the memory as it is."""
        for name in ("cupy", "torch"):
            try:
                library = importlib.import_module(name)
            except ImportError:
                continue
            if name == "cupy":
                return library.asarray(self).__dlpack__(**asked)
            return library.as_tensor(self, device="cuda").__dlpack__(**asked)
        raise HoplonError("sharing by DLPack needs CuPy or PyTorch; neither is installed")

    def copy_to_host(self) -> Any:
        """A copy as a NumPy array."""
        return self.array.copy_to_host()

    def __len__(self) -> int:
        return int(self.shape[0])

    def __repr__(self) -> str:
        return f"SharedArray({self.shape}, {self.dtype})"


class FieldArray:
    """One field of an array of records on the GPU, in place."""

    def __init__(self, records: Any, name: str) -> None:
        self.records, self.name = records, name
        field, self.offset = records.dtype.fields[name][:2]
        base = field.base
        self.shape = (records.shape[0], *field.shape)
        self.dtype = base
        strides = [base.itemsize]
        for extent in reversed(field.shape[1:]):
            strides.insert(0, strides[0] * extent)
        self.strides = (records.dtype.itemsize, *(strides if field.shape else ()))

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        whole = self.records.__cuda_array_interface__
        return {
            "shape": self.shape,
            "strides": self.strides,
            "typestr": self.dtype.str,
            "data": (whole["data"][0] + self.offset, False),
            "version": 3,
            "stream": whole.get("stream"),
        }

    def copy_to_host(self) -> Any:
        """A copy as a NumPy array."""
        return self.records.copy_to_host()[self.name]
