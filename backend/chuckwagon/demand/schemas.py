"""JSON of lost demand."""

from typing import Literal

from msgspec import Struct

ReportedKind = Literal["closed_view", "sold_out"]


class DemandReport(Struct, rename="camel"):
    """What a customer met: a page of a closed truck, or an item that is sold out.

    `stop_id` is the stop that the page shows.
    """

    kind: ReportedKind
    stop_id: str | None = None


class LostDemandCounts(Struct, rename="camel"):
    """Views while closed, full slots refused, sold-out items wanted, and checkouts that ran out unpaid."""

    closed_views: int = 0
    slot_full: int = 0
    sold_out: int = 0
    unpaid: int = 0
