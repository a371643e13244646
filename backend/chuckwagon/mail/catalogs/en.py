"""The e-mails in English."""

from chuckwagon.kit.clock import format_time
from chuckwagon.kit.money import format_usd
from chuckwagon.mail.catalogs.catalog import EmailCatalog

CATALOG = EmailCatalog(
    receipt_subject="Your order #{number} at {truck}",
    receipt_paid="Thank you! Your order #{number} at {truck} is confirmed, and {total} is paid.",
    receipt_unpaid="Thank you! Your order #{number} at {truck} is confirmed. Please pay {total} at the window.",
    pickup_at="Pick it up about {when}.",
    pickup_place="Pick it up about {when} at {place}.",
    pickup_place_only="Pick it up at {place}.",
    subtotal="Subtotal",
    tax="Tax",
    tip="Tip",
    discount="Offer {code}",
    discount_without_code="Offer discount",
    total="Total",
    follow_order="Follow your order",
    call_truck="Questions? Call {truck}: {phone}",
    refund_subject="Refund for your order #{number} at {truck}",
    refund_sentence="{amount} of your order #{number} at {truck} goes back to the card that you paid with.",
    refund_wait="Banks may take 5 to 10 days to show it.",
    see_order="See your order",
    why_order="You get this e-mail because this address was given with the order. Please do not reply to it.",
    reset_subject="Set a new password",
    reset_sentence="A new password for your Chuckwagon account was asked for.",
    reset_button="Set a new password",
    reset_wait="The link works once, within 30 minutes. It signs you out on all devices.",
    why_reset="Was it not you? Then you need to do nothing: your password stays as it is.",
    invitation_subject="Your invitation to Chuckwagon",
    invitation_by="Hi {name}, {inviter} has invited you to Chuckwagon.",
    invitation_truck="You look after {truck}: its menu, its stops and its orders.",
    invitation_all_trucks="You look after all trucks and everyone who works there.",
    invitation_staff="Your truck is named later.",
    invitation_button="Set your password",
    invitation_wait="The link works once, within 7 days. Then sign in with this e-mail address and your password.",
    why_invitation="Do you not expect this? Then you need to do nothing.",
    weekdays=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    format_time=format_time,
    format_money=format_usd,
)
