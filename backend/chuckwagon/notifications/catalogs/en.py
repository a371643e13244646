"""The SMS in English."""

from chuckwagon.kit.clock import format_time
from chuckwagon.kit.money import format_usd
from chuckwagon.notifications.catalogs.catalog import SmsCatalog

CATALOG = SmsCatalog(
    confirmed_paid="order #{number} is confirmed, {total} paid.",
    confirmed_unpaid="order #{number} is confirmed, {total} to pay at the window.",
    preparing="we are preparing order #{number}.",
    ready="order #{number} is ready. See you at the window!",
    cancelled="order #{number} was cancelled. A card payment goes back to the same card.",
    refunded="the refund for order #{number} is on its way. Banks may take 5 to 10 days to show it.",
    ready_about="Ready about {when}.",
    pickup_at="Pick up at {place}.",
    follow="Follow it: {link}",
    opt_out="Reply STOP to opt out.",
    help="we text you about your orders.",
    help_call="Questions? Call {phone}.",
    weekdays=("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    format_time=format_time,
    format_money=format_usd,
)
