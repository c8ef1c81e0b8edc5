"""Flat records of small signed integers, declared once as an annotated class.

    @layout
    class Seat:
        fright: int = int16()
        hand: Ints = int8(5)

    @layout
    class State:
        seats: int = int8()
        seat: Records[Seat] = records(Seat, 6)

An instance is the plain-Python state: integers for scalars, memoryviews for arrays (one index for one dimension, all indices at
once for a matrix, no slices), a list of records for records. `pack` and `unpack` turn it into bytes and back; the same bytes are a
row of the NumPy and CUDA arrays, whose dtype the backends build from `Layout`.

Fields stand in the order written, each aligned to its size, so write wide fields first; padding is always zero.
Array elements refuse values out of range when they are set; scalars are checked by `pack`.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

Ints = Any  # an array of integers: memoryview in plain Python, array in compiled code
R = TypeVar("R")
T = TypeVar("T")

_SIZES = {"b": 1, "h": 2, "i": 4, "q": 8, "Q": 8}


class Records(Sequence[R], Generic[R]):
    """The type of a field that holds several records (for annotations only)."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a layout: a scalar, an array (`shape`), or several records (`record`, `shape` of one number)."""

    kind: str
    shape: tuple[int, ...] = ()
    record: type | None = None
    name: str = ""
    offset: int = 0

    @property
    def count(self) -> int:
        """How many elements the field has."""
        n = 1
        for size in self.shape:
            n *= size
        return n

    @property
    def align(self) -> int:
        """The alignment of the field in bytes."""
        return layout_of(self.record).align if self.record else _SIZES[self.kind]

    @property
    def size(self) -> int:
        """The size of the whole field in bytes."""
        return self.count * (layout_of(self.record).size if self.record else _SIZES[self.kind])


@dataclass(frozen=True, slots=True)
class Layout:
    """The declared shape of a record: its fields with their offsets, its size and alignment."""

    name: str
    fields: tuple[Field, ...]
    size: int
    align: int


def int8(*shape: int) -> Any:
    """Declare a field of 8 bits, or an array of them."""
    return Field("b", shape)


def int16(*shape: int) -> Any:
    """Declare a field of 16 bits, or an array of them."""
    return Field("h", shape)


def int32(*shape: int) -> Any:
    """Declare a field of 32 bits, or an array of them."""
    return Field("i", shape)


def int64(*shape: int) -> Any:
    """Declare a field of 64 bits, or an array of them."""
    return Field("q", shape)


def word64(*shape: int) -> Any:
    """Declare an unsigned 64-bit word. Only the chance module may: unsigned arithmetic differs from Python's."""
    return Field("Q", shape)


def records(record: type, count: int) -> Any:
    """Declare an array of records of another layout."""
    return Field("r", (count,), record)


class Plain:
    """What every declared record is in plain Python. It has no methods of its own, so that fields can have any name."""

    __slots__ = ("_bytes",)
    __layout__: Layout

    def __init__(self, _bytes: memoryview | None = None) -> None:
        shape = type(self).__layout__
        whole = memoryview(bytearray(shape.size)) if _bytes is None else _bytes
        object.__setattr__(self, "_bytes", whole)
        for field in shape.fields:
            part: Any = whole[field.offset : field.offset + field.size]
            if field.record is not None:
                step = layout_of(field.record).size
                value: Any = [field.record(part[i * step : (i + 1) * step]) for i in range(field.shape[0])]
            elif len(field.shape) == 1:
                value = part.cast(field.kind)
            elif field.shape:
                value = part.cast("B").cast(field.kind, list(field.shape))
            else:
                value = 0
            setattr(self, field.name, value)


def layout(declared: type[T]) -> type[T]:
    """Turn an annotated class into a record class with a fixed layout."""
    fields: list[Field] = []
    offset = align = 0
    for name in declared.__annotations__:
        field = declared.__dict__.get(name)
        if not isinstance(field, Field):
            raise TypeError(f"{declared.__name__}.{name} needs a size: int8(), int16(5), records(Seat, 6) ...")
        offset += -offset % field.align
        fields.append(Field(field.kind, field.shape, field.record, name, offset))
        offset += field.size
        align = max(align, field.align)
    size = offset + (-offset % align)
    namespace = {
        "__slots__": tuple(declared.__annotations__),
        "__layout__": Layout(declared.__name__, tuple(fields), size, align),
        "__doc__": declared.__doc__,
        "__module__": declared.__module__,
        "__qualname__": declared.__qualname__,
    }
    return cast(type[T], type(declared.__name__, (Plain,), namespace))


def layout_of(record: object) -> Layout:
    """Return the layout of a record or of its class."""
    return cast(Layout, record.__layout__)  # type: ignore[attr-defined]


def pack(record: Any) -> bytes:
    """Return the bytes of a record; a scalar out of its range is an error that names the field."""
    _store(record)
    return bytes(record._bytes)


def _store(record: Any) -> None:
    for field in layout_of(record).fields:
        if field.record is not None:
            for part in getattr(record, field.name):
                _store(part)
        elif not field.shape:
            value = getattr(record, field.name)
            try:
                struct.pack_into("<" + field.kind, record._bytes, field.offset, value)
            except struct.error as problem:
                raise OverflowError(f"{layout_of(record).name}.{field.name} = {value!r}: {problem}") from None


def unpack(kind: type[T], data: bytes | bytearray | memoryview) -> T:
    """Make a record from its bytes."""
    size = layout_of(kind).size
    if len(data) != size:
        raise ValueError(f"{kind.__name__} takes {size} bytes, not {len(data)}")
    made = cast(Any, kind)()
    restore(made, data)
    return cast(T, made)


def restore(record: Any, data: bytes | bytearray | memoryview) -> None:
    """Overwrite a record with packed bytes, in place."""
    record._bytes[:] = data
    _load(record)


def _load(record: Any) -> None:
    for field in layout_of(record).fields:
        if field.record is not None:
            for part in getattr(record, field.name):
                _load(part)
        elif not field.shape:
            setattr(record, field.name, struct.unpack_from("<" + field.kind, record._bytes, field.offset)[0])


def copy(record: T) -> T:
    """Return an independent copy of a record."""
    return unpack(type(record), pack(record))
