"""Validates offers: a request becomes column values, and a sentence for each invalid field."""

from datetime import datetime
from typing import Any

from msgspec import UnsetType

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.money import format_usd, to_cents, to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.offers.discounts import is_code, normalize_code
from chuckwagon.offers.schemas import AMOUNTS, MAX_USES, MIN_SUBTOTALS, PERCENTS, OfferRequest

CODE_INVALID = Sentence("A code has 3 to 20 letters and digits.", "offer_code_invalid")
CODE_FIXED = Sentence("The code of an offer stays as it is. End this offer and add another one.", "offer_code_fixed")
DISCOUNT_REQUIRED = Sentence("Enter either a percentage or an amount.", "offer_discount_required")
DISCOUNT_TWICE = Sentence("Enter either a percentage or an amount, not both.", "offer_discount_twice")
END_BEFORE_START = Sentence("The end must be after the start", "end_before_start")


class OfferForm:
    """Collects column values, and problems by path."""

    def __init__(self, stored: dict[str, Any]) -> None:
        """`stored` are the columns as they are; empty for a new offer."""
        self.stored, self.values, self.problems = stored, dict[str, Any](), dict[str, Sentence]()

    def get(self, column: str) -> Any:
        """The new value of the column, or else the stored one."""
        return self.values.get(column, self.stored.get(column))

    def raise_if_invalid(self) -> None:
        """Raise InvalidInput with all problems, if there are any."""
        if self.problems:
            raise InvalidInput(next(iter(self.problems.values())), fields=self.problems)


def read_offer(request: OfferRequest, stored: dict[str, Any]) -> OfferForm:
    """Validate the fields that were sent. Raises InvalidInput with a sentence for every invalid one."""
    form = OfferForm(stored)
    _read_code(form, request.code)
    _read_discount(form, request)
    if request.min_subtotal is not None:
        _read_dollars(form, "minSubtotal", "min_subtotal_cents", request.min_subtotal, MIN_SUBTOTALS)
    for path, value in (("startsAt", request.starts_at), ("endsAt", request.ends_at)):
        if not isinstance(value, UnsetType):
            form.values["starts_at" if path == "startsAt" else "ends_at"] = value
    _check_period(form)
    _read_max_uses(form, request.max_uses)
    for column, switch in (("once_per_phone", request.once_per_phone), ("is_paused", request.is_paused)):
        if isinstance(switch, bool):
            form.values[column] = switch
    form.raise_if_invalid()
    return form


def _read_code(form: OfferForm, sent: str | UnsetType | None) -> None:
    code = None if isinstance(sent, UnsetType) else normalize_code(sent)
    if form.stored:
        if code not in (None, form.stored["code"]):
            form.problems["code"] = CODE_FIXED
    elif code is None or not is_code(code):
        form.problems["code"] = CODE_INVALID
    else:
        form.values["code"] = code


def _read_discount(form: OfferForm, request: OfferRequest) -> None:
    """One of the two is set by a number; the other one is taken away by it."""
    percent = None if isinstance(request.percent, UnsetType) else request.percent
    amount = None if isinstance(request.amount, UnsetType) else request.amount
    if percent is not None and amount is not None:
        form.problems["amount"] = DISCOUNT_TWICE
    elif percent is not None:
        _check_range(form, "percent", percent, PERCENTS)
        form.values |= {"percent": percent, "amount_cents": None}
    elif amount is not None:
        form.values["percent"] = None
        _read_dollars(form, "amount", "amount_cents", amount, AMOUNTS)
    elif not form.stored:
        form.problems["percent"] = DISCOUNT_REQUIRED


def _read_dollars(
    form: OfferForm, path: str, column: str, sent: float | UnsetType, bounds: tuple[float, float]
) -> None:
    if isinstance(sent, UnsetType):
        return
    if not bounds[0] <= sent <= bounds[1] or to_dollars(to_cents(sent)) != sent:
        low, high = (to_cents(bound) for bound in bounds)
        text = f"Enter an amount from {format_usd(low)} to {format_usd(high)}, with at most two decimals."
        form.problems[path] = Sentence(text, "amount_between", minCents=low, maxCents=high)
    else:
        form.values[column] = to_cents(sent)


def _check_range(form: OfferForm, path: str, value: int, bounds: tuple[int, int]) -> None:
    if not bounds[0] <= value <= bounds[1]:
        text = f"Please enter a number from {bounds[0]} to {bounds[1]}"
        form.problems[path] = Sentence(text, "number_out_of_range", min=bounds[0], max=bounds[1])


def _check_period(form: OfferForm) -> None:
    starts_at: datetime | None = form.get("starts_at")
    ends_at: datetime | None = form.get("ends_at")
    if starts_at is not None and ends_at is not None and ends_at <= starts_at:
        form.problems["endsAt"] = END_BEFORE_START


def _read_max_uses(form: OfferForm, sent: int | UnsetType | None) -> None:
    if isinstance(sent, UnsetType):
        return
    used = form.stored.get("uses", 0)
    if sent is not None:
        _check_range(form, "maxUses", sent, MAX_USES)
    if sent is not None and sent < used and "maxUses" not in form.problems:
        text = f"This offer was used {used} times already. Enter at least as many, or pause it."
        form.problems["maxUses"] = Sentence(text, "offer_below_uses", uses=used)
    form.values["max_uses"] = sent
