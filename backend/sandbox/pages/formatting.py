"""Formats amounts, cards, phone numbers and times for the pages."""

import re
from html import escape
from typing import Any

from sandbox.clock import iso
from sandbox.pages.templates import Markup, fill

BRANDS = {"visa": "Visa", "mastercard": "Mastercard", "amex": "American Express", "discover": "Discover"}
LINK = re.compile(r"(https?://[^\s<>\"]+[^\s<>\".,;:!?)])")
TONES = {
    "succeeded": "good",
    "delivered": "good",
    "complete": "good",
    "paid": "good",
    "requires_action": "busy",
    "processing": "busy",
    "requires_capture": "busy",
    "queued": "busy",
    "sent": "busy",
    "currently_due": "busy",
    "pending": "busy",
    "past_due": "bad",
    "rejected": "bad",
    "failed": "bad",
    "undelivered": "bad",
}


def money(cents: int, currency: str = "usd") -> str:
    amount = f"{abs(cents) / 100:,.2f}"
    sign = "-" if cents < 0 else ""
    return f"{sign}${amount}" if currency == "usd" else f"{sign}{amount} {currency.upper()}"


def card_name(card: dict[str, Any]) -> str:
    return f"{BRANDS.get(card['brand'], card['brand'])} •••• {card['last4']}"


def phone_name(number: str) -> str:
    """Format a US phone number. Other numbers stay as they are."""
    parts = re.fullmatch(r"\+1(\d{3})(\d{3})(\d{4})", number)
    return f"({parts[1]}) {parts[2]}-{parts[3]}" if parts else number


def moment(unix: float) -> Markup:
    """Render a time element, which the browser shows in the local time zone."""
    instant = iso(unix)
    return fill("shell", "moment", instant=instant, text=instant[11:16] + " UTC")


def pill(status: str) -> Markup:
    return fill("shell", "pill", tone=TONES.get(status, "plain"), text=status.replace("_", " "))


def linked(text: str) -> Markup:
    """Escape the text and turn its URLs into links."""
    parts = LINK.split(text)
    marked = [fill("shell", "web", href=part) if place % 2 else escape(part) for place, part in enumerate(parts)]
    return Markup("".join(marked))
