"""Tips, in whole cents: how much a customer may give, and the sentences when they may not.

A truck that takes tips offers three percentages of the subtotal. The amount itself is what a request names, so
a customer pays exactly the tip that was shown. No tax is charged on it.
"""

from chuckwagon.kit.errors import Conflict, InvalidInput
from chuckwagon.kit.money import format_usd, to_cents, to_dollars
from chuckwagon.kit.sentences import Sentence

MAX_TIP_CENTS = 50_000
TIP_INVALID = Sentence("Enter a tip in dollars, with at most two decimals.", "tip_invalid")


class TipsOff(Conflict):
    code = "tips_off"
    sentence = "This truck takes no tips. Please choose no tip and try again."


def read_tip_cents(dollars: float | None, path: str) -> int:
    """Convert a tip from JSON to cents; a missing one is 0. Raises InvalidInput for parts of a cent and below 0."""
    if dollars is None:
        return 0
    if not 0 <= dollars <= MAX_TIP_CENTS or to_dollars(to_cents(dollars)) != dollars:
        raise InvalidInput(TIP_INVALID, fields={path: TIP_INVALID})
    return to_cents(dollars)


def max_tip_cents(subtotal_cents: int) -> int:
    """The largest tip on a subtotal: as much as the subtotal, and at most $500."""
    return min(subtotal_cents, MAX_TIP_CENTS)


def check_tip(tip_cents: int, subtotal_cents: int, path: str, *, takes_tips: bool) -> None:
    """Raises TipsOff at a truck without tips, and InvalidInput for a tip above the maximum."""
    if tip_cents and not takes_tips:
        raise TipsOff
    limit = max_tip_cents(subtotal_cents)
    if tip_cents > limit:
        text = f"A tip on this order may be at most {format_usd(limit)}."
        sentence = Sentence(text, "tip_too_large", cents=limit)
        raise InvalidInput(sentence, fields={path: sentence})
