"""IDs in the formats of Stripe and Twilio."""

import secrets
import string

ALPHABET = string.ascii_letters + string.digits


def random_part(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_id(prefix: str, length: int = 24) -> str:
    return prefix + random_part(length)


def message_sid() -> str:
    return "SM" + secrets.token_hex(16)
