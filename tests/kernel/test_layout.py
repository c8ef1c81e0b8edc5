"""Layouts: declared once, the same bytes everywhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthouse.kernel import copy, layout_of, pack, restore, unpack
from ghosthouse.kernel.bits import lowest_bit, nth_bit, popcount
from ghosthouse.kernel.layout import Ints, Records, int8, int16, int32, int64, layout, records


@layout
class Chair:
    """A record inside a record."""

    coins: int = int16()
    hand: Ints = int8(3)


@layout
class Room:
    """One of each kind of field."""

    clock: int = int64()
    marks: int = int32()
    grid: Ints = int16(2, 3)
    door: int = int8()
    chair: Records[Chair] = records(Chair, 2)


def filled() -> Room:
    room = Room()
    room.clock, room.marks, room.door = -5, 70000, -1
    room.grid[1, 2] = 300
    room.chair[1].coins = 7
    room.chair[1].hand[2] = -8
    return room


def test_a_record_is_its_bytes():
    """Packing and unpacking keep every field; an independent copy shares nothing."""
    room = filled()

    again = unpack(Room, pack(room))
    twin = copy(room)
    twin.chair[1].hand[2] = 1

    assert (again.clock, again.marks, again.door) == (-5, 70000, -1)
    assert (again.grid[1, 2], again.chair[1].coins, again.chair[1].hand[2]) == (300, 7, -8)
    assert room.chair[1].hand[2] == -8
    restore(twin, pack(room))
    assert pack(twin) == pack(room)


def test_the_bytes_are_those_of_the_numpy_dtype():
    """The backends read the same memory: sizes, offsets and values agree."""
    np = pytest.importorskip("numpy")
    from ghosthouse.kernel.backends.binder import dtype_of

    row = np.frombuffer(pack(filled()), dtype_of(Room))[0]

    assert dtype_of(Room).itemsize == layout_of(Room).size
    assert (row["clock"], row["marks"], row["grid"][1, 2], row["door"]) == (-5, 70000, 300, -1)
    assert (row["chair"][1]["coins"], list(row["chair"][1]["hand"])) == (7, [0, 0, -8])


def test_values_out_of_range_are_errors():
    """An array refuses a value when it is set; a scalar is named when the record is packed; indices are checked."""
    room = Room()
    with pytest.raises(ValueError, match="value"):
        room.chair[0].hand[0] = 200
    with pytest.raises(IndexError):
        room.chair[0].hand[3] = 1
    room.door = 128
    with pytest.raises(OverflowError, match=r"Room\.door = 128"):
        pack(room)
    with pytest.raises(ValueError, match="bytes"):
        unpack(Room, b"too short")


def test_a_field_without_a_size_is_refused():
    """A layout is declared completely, or not at all."""
    with pytest.raises(TypeError, match="chairs needs a size"):

        @layout
        class Wrong:
            chairs: int = 3


@given(st.integers(1, 2**32 - 1))
def test_bits_are_counted_and_found(mask: int):
    """Law: popcount, lowest_bit and nth_bit agree with the list of set bits."""
    bits = [i for i in range(32) if mask >> i & 1]

    assert popcount(mask) == len(bits)
    assert lowest_bit(mask) == bits[0]
    assert [nth_bit(mask, n) for n in range(len(bits))] == bits
