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
from collections.abc import Iterator, Sequence
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
    """The declared shape of a record: its fields with their offsets, its size and alignment.

    The rest follows from the fields, and makes packing and copying quick: `runs` are the scalars that stand together, each run with
    its place, its form for `struct` and its names; `arrays` and `parts` (the fields that hold records) come with where each begins
    and ends, and what it holds.
    """

    name: str
    fields: tuple[Field, ...]
    size: int
    align: int
    runs: tuple[tuple[int, struct.Struct, tuple[str, ...]], ...] = ()
    arrays: tuple[tuple[str, int, int, str, tuple[int, ...]], ...] = ()
    parts: tuple[tuple[str, tuple[tuple[int, int], ...], type], ...] = ()


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
        for _, _, names in shape.runs:
            for name in names:
                setattr(self, name, 0)
        for name, begin, end, kind, sizes in shape.arrays:
            part: Any = whole[begin:end]
            setattr(self, name, part.cast(kind) if len(sizes) == 1 else part.cast("B").cast(kind, list(sizes)))
        for name, places, record in shape.parts:
            setattr(self, name, [record(whole[begin:end]) for begin, end in places])


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
        "__layout__": Layout(declared.__name__, tuple(fields), size, align, tuple(_runs(fields)), _arrays(fields), _parts(fields)),
        "__doc__": declared.__doc__,
        "__module__": declared.__module__,
        "__qualname__": declared.__qualname__,
    }
    return cast(type[T], type(declared.__name__, (Plain,), namespace))


def _runs(fields: list[Field]) -> Iterator[tuple[int, struct.Struct, tuple[str, ...]]]:
    """Put scalars together that follow each other; the gaps between them are padding, which is zero."""
    run: list[Field] = []
    for field in [*fields, None]:
        if field is not None and field.record is None and not field.shape:
            run.append(field)
        elif run:
            form, end = "<", run[0].offset
            for scalar in run:
                form += "x" * (scalar.offset - end) + scalar.kind
                end = scalar.offset + scalar.size
            yield run[0].offset, struct.Struct(form), tuple(scalar.name for scalar in run)
            run = []


def _arrays(fields: list[Field]) -> tuple[tuple[str, int, int, str, tuple[int, ...]], ...]:
    return tuple(
        (field.name, field.offset, field.offset + field.size, field.kind, field.shape)
        for field in fields
        if field.record is None and field.shape
    )


def _parts(fields: list[Field]) -> tuple[tuple[str, tuple[tuple[int, int], ...], type], ...]:
    found = []
    for field in fields:
        if field.record is not None:
            step = layout_of(field.record).size
            places = [(field.offset + i * step, field.offset + (i + 1) * step) for i in range(field.shape[0])]
            found.append((field.name, tuple(places), field.record))
    return tuple(found)


def layout_of(record: object) -> Layout:
    """Return the layout of a record or of its class."""
    return cast(Layout, record.__layout__)  # type: ignore[attr-defined]


def pack(record: Any) -> bytes:
    """Return the bytes of a record; a scalar out of its range is an error that names the field."""
    _store(record)
    return bytes(record._bytes)


def _store(record: Any) -> None:
    shape: Layout = record.__layout__
    for offset, form, names in shape.runs:
        try:
            form.pack_into(record._bytes, offset, *[getattr(record, name) for name in names])
        except struct.error:
            _name_what_does_not_fit(record)
            raise
    for name, _, _ in shape.parts:
        for part in getattr(record, name):
            _store(part)


def _name_what_does_not_fit(record: Any) -> None:
    for field in layout_of(record).fields:
        if field.record is None and not field.shape:
            value = getattr(record, field.name)
            try:
                struct.pack("<" + field.kind, value)
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
    shape: Layout = record.__layout__
    for offset, form, names in shape.runs:
        for name, value in zip(names, form.unpack_from(record._bytes, offset), strict=True):
            setattr(record, name, value)
    for name, _, _ in shape.parts:
        for part in getattr(record, name):
            _load(part)


def copy(record: T) -> T:
    """Return an independent copy of a record."""
    return unpack(type(record), pack(record))
