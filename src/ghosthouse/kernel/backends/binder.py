"""Native twins of rules: the same code objects, bound to other globals.

For each module that rules reach, the binder keeps a copy of its globals in which every rule is its twin and every constant named
`..._U` is an unsigned word. A twin is made of the rule's own code object with those globals, and compiled by numba when it is first
called. Twins run in native code and inside CUDA kernels as they are.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any, cast

import numba
import numpy as np

from ..layout import Layout, layout_of
from ..rule import is_rule, native_source

# How rules are compiled: no GIL, errors as NumPy's, and no wrappers for Python, which only entry points need.
INNER: Any = cast(Any, numba.njit)(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)

_KINDS = {"b": "i1", "h": "i2", "i": "i4", "q": "i8", "Q": "u8"}


def dtype_of(record: type) -> np.dtype[Any]:
    """The NumPy dtype of a layout: the same bytes as its packed form."""
    return _dtype(layout_of(record))


def _dtype(shape: Layout) -> np.dtype[Any]:
    names: list[str] = []
    formats: list[Any] = []
    offsets: list[int] = []
    end = 0
    for field in (*shape.fields, None):
        offset = shape.size if field is None else field.offset
        if offset > end:  # padding is a field too: NumPy copies fields, and what lies between them would be anything
            names.append(f"_pad{end}")
            formats.append(("i1", (offset - end,)))
            offsets.append(end)
        if field is not None:
            inner: Any = _dtype(layout_of(field.record)) if field.record else np.dtype(_KINDS[field.kind])
            names.append(field.name)
            formats.append((inner, field.shape) if field.shape else inner)
            offsets.append(field.offset)
            end = field.offset + field.size
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": shape.size}, align=True)


class Binder:
    """Makes native twins, and knows every source file and every constant that they reach."""

    def __init__(self, compiled: Callable[..., Any] = INNER) -> None:
        self._compiled = compiled
        self._globals: dict[str, dict[str, Any]] = {}
        self._twins: dict[Any, Any] = {}
        self.files: set[str] = set()
        self.constants: set[str] = set()  # values, because the file that holds one may be none of the files above

    def twin(self, function: Callable[..., Any]) -> Any:
        """Return the native twin of a rule."""
        source = native_source(function)
        if isinstance(source, str):
            return getattr(numba.types, source)
        if source not in self._twins:
            namespace = self._namespace(source.__module__)
            bound = types.FunctionType(source.__code__, namespace, source.__name__, source.__defaults__)
            bound.__qualname__ = source.__qualname__
            self._twins[source] = self._compiled(bound)
            self._fill(source.__module__)
            self._read_constants(source)
        return self._twins[source]

    def _read_constants(self, source: Callable[..., Any]) -> None:
        module = sys.modules[source.__module__]
        for name in source.__code__.co_names:
            value = getattr(module, name, None)
            if isinstance(value, int | tuple):
                self.constants.add(f"{module.__name__}.{name} = {value!r}")
            elif isinstance(value, types.ModuleType) and getattr(value, "__file__", None):
                self.files.add(str(value.__file__))  # `state.HAND` in a rule: there is no telling which name is meant

    def _namespace(self, module: str) -> dict[str, Any]:
        if module not in self._globals:
            self._globals[module] = {}
        return self._globals[module]

    def _fill(self, name: str) -> None:
        namespace = self._globals[name]
        if namespace:
            return
        module = sys.modules[name]
        if module.__file__:
            self.files.add(module.__file__)
        namespace.update(module.__dict__)  # filled before anything is bound, so that modules may call each other in circles
        for key, value in module.__dict__.items():
            if isinstance(value, types.FunctionType) and is_rule(value):
                namespace[key] = self.twin(value)
            elif key.endswith("_U") and isinstance(value, int):
                namespace[key] = np.uint64(value)
