"""What is left of somebody's address or number where it must only be recognised by who knows it already."""

SHOWN_DIGITS = 4


def masked_email(email: str) -> str:
    """The first letter and the domain; nothing stays nothing."""
    name, _, domain = email.rpartition("@")
    return f"{name[:1]}…@{domain}" if name else ""


def masked_phone(phone: str) -> str:
    """The last four digits; nothing stays nothing."""
    digits = "".join(char for char in phone if char.isdecimal())
    return f"…{digits[-SHOWN_DIGITS:]}" if digits else ""
