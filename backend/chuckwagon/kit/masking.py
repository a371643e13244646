"""Masks e-mail addresses and phone numbers: a reader who knows the value can recognize it, others cannot."""

VISIBLE_DIGITS = 4


def mask_email(email: str) -> str:
    """Keep the first letter and the domain. An empty string stays empty."""
    name, _, domain = email.rpartition("@")
    return f"{name[:1]}…@{domain}" if name else ""


def mask_phone(phone: str) -> str:
    """Keep the last four digits. An empty string stays empty."""
    digits = "".join(char for char in phone if char.isdecimal())
    return f"…{digits[-VISIBLE_DIGITS:]}" if digits else ""
