"""Chooses comparable stops and computes the expected pieces from them. Pure rules: values in, values out."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from statistics import median
from typing import TypeVar

from msgspec import Struct

from chuckwagon.reporting.prep_sheet.schemas import BasisKind

MAX_COMPARED = 6


class EndedStop(Struct, frozen=True):
    """An ended stop: its ID, where it was, and the weekday (0 is Monday) on which it started there."""

    id: str
    place_id: str
    weekday: int


E = TypeVar("E", bound=EndedStop)


def choose_comparable(place_id: str, weekday: int, earlier: Sequence[E]) -> tuple[BasisKind, list[E]]:
    """Return (kind, stops): the last six stops at the same place and weekday, else at the place, else on the weekday.

    `earlier` are newest first. The first of these kinds with a stop counts, however few there are of it; "none" without
    any.
    """
    at_place = [one for one in earlier if one.place_id == place_id]
    both = [one for one in at_place if one.weekday == weekday]
    on_weekday = [one for one in earlier if one.weekday == weekday]
    kinds: tuple[tuple[BasisKind, list[E]], ...] = (
        ("place_and_weekday", both),
        ("place", at_place),
        ("weekday", on_weekday),
    )
    for kind, found in kinds:
        if found:
            return kind, found[:MAX_COMPARED]
    return "none", []


def expect_pieces(sold: Sequence[int]) -> tuple[int, int, int] | None:
    """Return (median, least, most) of the pieces sold; the median is rounded half up.

    None without a comparable stop.
    """
    if not sold:
        return None
    return floor(median(map(Fraction, sold)) + Fraction(1, 2)), min(sold), max(sold)
