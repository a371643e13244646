"""What a catalog of SMS sentences holds. There is one catalog for each language.

A sentence is a pattern with named values in braces. All catalogs have the same sentences with the same values.
"""

from collections.abc import Callable
from datetime import datetime

import msgspec


class SmsCatalog(msgspec.Struct, frozen=True, kw_only=True):
    """The sentences of all SMS in one language, and how it writes money, the time of day and weekdays.

    `weekdays` begins with Monday. `format_time` takes a local time, `format_money` takes cents.
    """

    confirmed_paid: str
    confirmed_unpaid: str
    preparing: str
    ready: str
    cancelled: str
    cancelled_disputed: str
    refunded: str
    refunded_amount: str
    refunded_part: str
    refunded_more: str
    refunded_more_part: str
    time_changed: str
    refunded_cash: str
    refunded_counter_card: str
    late: str
    late_order: str
    moved: str
    moved_order: str
    ends_early: str
    stop_cancelled: str
    cancelled_order: str
    money_back: str
    money_back_cash: str
    money_back_counter_card: str
    choose: str
    see: str
    ready_about: str
    pickup_at: str
    follow: str
    opt_out: str
    help: str
    help_call: str
    reply: str
    reply_call: str
    reply_ask: str
    weekdays: tuple[str, str, str, str, str, str, str]
    format_time: Callable[[datetime], str]
    format_money: Callable[[int], str]
