"""How an order was taken without network, as the order keeps it and staff read it."""

from typing import Any, Literal

from msgspec import Struct, field

from chuckwagon.kit.decoding import convert


class PriceDifference(Struct, rename="camel"):
    """What was charged without network, beside what the prices say that the order was sold by, in dollars.

    A `line` has its index and its name; `published` is null for an item that those prices do not have.
    """

    what: Literal["line", "tax"]
    charged: float
    published: float | None
    line: int | None = None
    name: str | None = None


class OfflineSale(Struct, rename="camel"):
    """How an order was taken without network, and sent. Instants are by the server's clock, except for `sentAt`.

    `clockSeconds` is by how much the device's clock was slow, null up to two minutes.
    """

    device_id: str
    taken_at: str
    sent_at: str
    arrived_at: str
    clock_seconds: int | None = None
    prices_version: str | None = None
    void_reason: str | None = None
    refusal: str | None = None
    differences: list[PriceDifference] = field(default_factory=list)


def say_number(order_number: int | str, offline_number: str | None) -> str:
    """What people call an order, without the first `#`: of a late one first what its customer was told."""
    return f"{offline_number} (#{order_number})" if offline_number else str(order_number)


def to_offline_sale(stored: dict[str, Any] | None) -> OfflineSale | None:
    """Read the column of an order; None for one of now."""
    return convert(stored, OfflineSale) if stored else None
