"""Descriptions of the test cards, derived from what each card does."""

from sandbox.pages.formatting import BRANDS
from sandbox.pages.templates import Markup, fill, joined
from sandbox.stripe.cards import CARDS, Card, brand

GROUPS = ("Pays", "Asks the bank first (3-D Secure)", "Is declined", "Pays, with trouble later")
REFUNDS = {
    "pending_success": "Pays; a refund waits first, then succeeds",
    "pending_failure": "Pays; a refund waits first, then fails",
}


def outcome(card: Card) -> tuple[str, str]:
    """Return the group of a card and a description, which is empty if the payment succeeds."""
    if card.challenge:
        then = f"then: {card.decline.message}" if card.decline else "then pays"
        return GROUPS[1], f"Opens the bank's check, {then}"
    if card.decline:
        reason = (card.decline.reason or card.decline.code).replace("_", " ")
        return GROUPS[2], f"{card.decline.message} ({reason})"
    if card.disputed:
        return GROUPS[3], "Pays, then is disputed"
    if card.refund != "succeeded":
        return GROUPS[3], REFUNDS[card.refund]
    return GROUPS[0], ""


def card_groups() -> Markup:
    """Return all cards by group, in the order of the table of cards."""
    rows: dict[str, list[Markup]] = {group: [] for group in GROUPS}
    for number, card in CARDS.items():
        group, text = outcome(card)
        text = text or BRANDS[brand(number)]
        rows[group].append(_row(number, text))
    return joined(fill("overview", "card_group", title=title, rows=joined(found)) for title, found in rows.items())


def _row(number: str, text: str) -> Markup:
    groups = (4, 6, 5) if len(number) == 15 else (4, 4, 4, 4)
    starts = [sum(groups[:place]) for place in range(len(groups))]
    spaced = " ".join(number[start : start + size] for start, size in zip(starts, groups, strict=True))
    return fill("overview", "card", number=number, spaced=spaced, outcome=text)
