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
    cancelled_disputed="order #{number} was cancelled. Its payment is disputed: your bank settles the money with you.",
    cancelled_refund="order #{number} was cancelled. {amount} goes back to your card.",
    refunded="the refund for order #{number} is on its way. Banks may take 5 to 10 days to show it.",
    refunded_amount="we refunded {amount} for order #{number}. Banks may take 5 to 10 days to show it.",
    refunded_part="we refunded {amount} of order #{number}. The order stands. Banks may take 5 to 10 days to show it.",
    refunded_more="we refunded another {amount} of order #{number}, {sum} in all.",
    refunded_more_part="we refunded another {amount} of order #{number}, {sum} in all. The order stands.",
    time_changed="order #{number} has a new time. It will be ready about {when}.",
    late="we are running {minutes} minutes late.",
    late_order="Order #{number} will be ready about {when}.",
    moved="we have moved to {place}.",
    moved_order="Please pick up order #{number} there.",
    ends_early="we have to close early.",
    stop_cancelled="we cannot come to {place}.",
    cancelled_order="Sorry, order #{number} is cancelled.",
    money_back="{total} goes back to your card.",
    choose="Change or cancel: {link}",
    see="Details: {link}",
    ready_about="Ready about {when}.",
    pickup_at="Pick up at {place}.",
    follow="Follow it: {link}",
    opt_out="Reply STOP to opt out.",
    help="we text you about your orders.",
    help_call="Questions? Call {phone}.",
    reply="we may not see your reply in time.",
    reply_call="Please call {phone} about order #{number}.",
    reply_ask="Please ask at the window about order #{number}.",
    weekdays=("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    format_time=format_time,
    format_money=format_usd,
)
