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
    reset_sentence="Someone asked for a new password for your Chuckwagon account.",
    reset_button="Set a new password",
    reset_wait="The link works once, within 30 minutes. It signs you out on all devices.",
    why_reset="If it was not you, ignore this e-mail: your password stays as it is.",
    invitation_subject="Your invitation to Chuckwagon",
    invitation_by="Hi {name}, {inviter} has invited you to Chuckwagon.",
    invitation_truck="You look after {truck}: its menu, its stops and its orders.",
    invitation_all_trucks="You look after all trucks and everyone who works there.",
    invitation_staff="Your truck is named later.",
    invitation_button="Set your password",
    invitation_wait="The link works once, within 7 days. Then sign in with this e-mail address and your password.",
    why_invitation="Not expecting this? Then ignore this e-mail.",
    factor_added_subject="A second factor was added to your account",
    factor_added="Hi {name}, a second factor was added to your Chuckwagon account: an authenticator app or a passkey.",
    factor_removed_subject="A second factor was removed from your account",
    factor_removed="Hi {name}, a second factor of your Chuckwagon account was removed.",
    code_used_subject="A recovery code was used",
    code_used="Hi {name}, one of the recovery codes of your Chuckwagon account was used. Each code works once.",
    codes_renewed_subject="Your account has new recovery codes",
    codes_renewed="Hi {name}, your Chuckwagon account has new recovery codes. The earlier ones no longer work.",
    password_changed_subject="The password of your account was changed",  # noqa: S106 - a sentence
    password_changed="Hi {name}, the password of your Chuckwagon account was changed.",  # noqa: S106 - a sentence
    email_changed_subject="The e-mail address of your account was changed",
    email_changed="Hi {name}, your Chuckwagon account has a new e-mail address. You no longer sign in with this one.",
    not_you_act="If this was you, there is nothing to do. If it was not, set a new password right away, look over "
    "your second factors, and sign out everywhere else.",
    not_you_tell_someone="If this was you, there is nothing to do. If it was not, call the person who manages your "
    "account right away.",
    notice_button="Open your security settings",
    why_notice="You get this e-mail because it is about how you sign in. Please do not reply to it.",
    weekdays=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    format_time=format_time,
    format_money=format_usd,
)
