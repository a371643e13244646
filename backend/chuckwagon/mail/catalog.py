"""What a catalog of e-mail sentences holds, and the one in English.

A sentence is a pattern with named values in braces. All catalogs have the same sentences with the same values.
"""

from collections.abc import Callable
from datetime import datetime

import msgspec

from chuckwagon.kit.clock import format_day, format_time
from chuckwagon.kit.money import format_usd


class EmailCatalog(msgspec.Struct, frozen=True, kw_only=True):
    """The sentences of all e-mails in one language, and how it writes money, times and weekdays.

    `weekdays` begins with Monday. `format_time` and `format_day` take a local time, `format_money` takes cents.
    `account_types` are for the types of card accounts that a reader tells. `dispute_reasons` are for Stripe's reasons
    of disputes; any other one is `other_reason`.
    """

    receipt_subject: str
    receipt_paid: str
    receipt_unpaid: str
    some_free: str
    all_free: str
    pickup_at: str
    pickup_place: str
    pickup_place_only: str
    subtotal: str
    tax: str
    tax_at: str
    tax_included: str
    tax_included_at: str
    tip: str
    discount: str
    discount_without_code: str
    total: str
    card: str
    card_tapped: str
    card_inserted: str
    card_swiped: str
    card_application: str
    card_account: str
    account_types: dict[str, str]
    card_response: str
    follow_order: str
    call_truck: str
    refund_subject: str
    refund_sentence: str
    refund_order_stands: str
    refund_wait: str
    see_order: str
    why_order: str
    reset_subject: str
    reset_sentence: str
    reset_button: str
    reset_wait: str
    why_reset: str
    sign_in_link_subject: str
    sign_in_link_sentence: str
    sign_in_link_button: str
    sign_in_link_wait: str
    why_sign_in_link: str
    confirm_email_subject: str
    confirm_email_sentence: str
    confirm_email_button: str
    confirm_email_wait: str
    why_confirm_email: str
    invitation_subject: str
    invitation_by: str
    invitation_truck: str
    invitation_all_trucks: str
    invitation_staff: str
    invitation_button: str
    invitation_wait: str
    why_invitation: str
    factor_added_subject: str
    factor_added: str
    factor_removed_subject: str
    factor_removed: str
    code_used_subject: str
    code_used: str
    codes_renewed_subject: str
    codes_renewed: str
    password_changed_subject: str
    password_changed: str
    email_changed_subject: str
    email_changed: str
    email_change_subject: str
    email_change: str
    dispute_subject: str
    dispute_opened: str
    dispute_inquiry: str
    dispute_answer_by: str
    dispute_answer: str
    dispute_of_truck: str
    dispute_won_subject: str
    dispute_won: str
    dispute_won_kept: str
    dispute_won_refunded: str
    dispute_lost_subject: str
    dispute_lost: str
    dispute_lost_shared: str
    dispute_lost_unshared: str
    dispute_button: str
    held_dispute_subject: str
    held_dispute_opened: str
    held_dispute_inquiry: str
    held_dispute_won_subject: str
    held_dispute_won: str
    held_dispute_lost_subject: str
    held_dispute_lost: str
    held_subject: str
    held_sentence: str
    held_advice: str
    held_button: str
    why_alert: str
    not_you_act: str
    not_you_tell_someone: str
    notice_button: str
    why_notice: str
    dispute_reasons: dict[str, str]
    other_reason: str
    unconfirmed_subject: str
    unconfirmed: str
    unconfirmed_act: str
    unconfirmed_button: str
    why_unconfirmed: str
    weekdays: tuple[str, str, str, str, str, str, str]
    format_time: Callable[[datetime], str]
    format_day: Callable[[datetime], str]
    format_money: Callable[[int], str]


ENGLISH_CATALOG = EmailCatalog(
    receipt_subject="Your order #{number} at {truck}",
    receipt_paid="Thank you! {truck} has your order #{number}, and {total} is paid.",
    receipt_unpaid="Thank you! {truck} has your order #{number}. Please pay {total} at the counter.",
    some_free="{option} ({count} free)",
    all_free="{option} (free)",
    pickup_at="Pick it up about {when}.",
    pickup_place="Pick it up about {when} at {place}.",
    pickup_place_only="Pick it up at {place}.",
    subtotal="Subtotal",
    tax="Tax",
    tax_at="Tax {rate}%",
    tax_included="Includes tax",
    tax_included_at="Includes tax {rate}%",
    tip="Tip",
    discount="Offer {code}",
    discount_without_code="Offer discount",
    total="Total",
    card="Card: {brand} ending in {last4}",
    card_tapped="Card: {brand} ending in {last4}, tapped",
    card_inserted="Card: {brand} ending in {last4}, inserted",
    card_swiped="Card: {brand} ending in {last4}, swiped",
    card_application="Application: {name}, AID {aid}",
    card_account="Account type: {account}",
    account_types={"credit": "credit", "checking": "debit", "prepaid": "prepaid", "unknown": "not stated"},
    card_response="Response code: {code}",
    follow_order="Follow your order",
    call_truck="Questions? Call {truck}: {phone}",
    refund_subject="Refund for your order #{number} at {truck}",
    refund_sentence="{amount} of your order #{number} at {truck} goes back to the card that you paid with.",
    refund_order_stands="The rest of your order stands.",
    refund_wait="Banks may take 5 to 10 days to show it.",
    see_order="See your order",
    why_order="You get this email because this address was given with the order. Please do not reply to it.",
    reset_subject="Set a new password",
    reset_sentence="Someone asked for a new password for your Chuckwagon account.",
    reset_button="Set a new password",
    reset_wait="The link works once, within 30 minutes. It signs you out on all devices.",
    why_reset="If it was not you, ignore this email: your password stays as it is.",
    sign_in_link_subject="Sign in on your device",
    sign_in_link_sentence="Someone asked to sign in to your Chuckwagon account on a new device.",
    sign_in_link_button="Let this device sign in",
    sign_in_link_wait="Open the link on the device that you want to use. It works once, within 30 minutes. Then sign "
    "in as always; your password stays.",
    why_sign_in_link="If it was not you, ignore this email: no one is signed in by it.",
    confirm_email_subject="Confirm your new email address",
    confirm_email_sentence="Hi {name}, you want to use this email address for your Chuckwagon account.",
    confirm_email_button="Confirm the address",
    confirm_email_wait="The link works once, within 24 hours, where you are signed in. Until then your earlier address "
    "stays.",
    why_confirm_email="Not your account? Then ignore this email.",
    invitation_subject="Your invitation to Chuckwagon",
    invitation_by="Hi {name}, {inviter} has invited you to Chuckwagon.",
    invitation_truck="You look after {truck}: its menu, its stops and its orders.",
    invitation_all_trucks="You look after all trucks and everyone who works there.",
    invitation_staff="Your truck is named later.",
    invitation_button="Set your password",
    invitation_wait="The link works once, within 7 days. Then sign in with this email address and your password.",
    why_invitation="Not expecting this? Then ignore this email.",
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
    email_changed_subject="The email address of your account was changed",
    email_changed="Hi {name}, your Chuckwagon account has a new email address. You no longer sign in with this one.",
    email_change_subject="A new email address for your account was entered",
    email_change="Hi {name}, a new email address was entered for your Chuckwagon account. This one stays until the "
    "link that we sent to the new one is opened.",
    dispute_subject="Disputed payment: order #{number} at {truck}",
    dispute_opened="The bank of a customer has taken back {amount} for order #{number} at {truck}. The reason it "
    "gives: {reason}.",
    dispute_inquiry="The bank of a customer asks about {amount} for order #{number} at {truck} and may take the money "
    "back. The reason it gives: {reason}.",
    dispute_answer_by="The last day to answer is {day}. A dispute without an answer is lost.",
    dispute_answer="Answer it in Stripe's dashboard.",
    dispute_of_truck="Tell the person who manages payments what you know about this order.",
    dispute_won_subject="Dispute won: order #{number} at {truck}",
    dispute_won="The bank has decided for you: {amount} for order #{number} at {truck} is back.",
    dispute_won_kept="There is nothing to do.",
    dispute_won_refunded="The order was cancelled, so its refund is on its way to the customer.",
    dispute_lost_subject="Dispute lost: order #{number} at {truck}",
    dispute_lost="The bank has decided for the customer, who keeps {amount} for order #{number} at {truck}.",
    dispute_lost_shared="The platform bears it: the truck keeps its share of this payment unless its transfer is "
    "reversed in Stripe's dashboard.",
    dispute_lost_unshared="There is nothing to do.",
    dispute_button="See the disputes",
    held_dispute_subject="Disputed payment without an order: {amount}",
    held_dispute_opened="The bank of a customer has taken back a payment of {amount} that made no order. The reason it "
    "gives: {reason}.",
    held_dispute_inquiry="The bank of a customer asks about a payment of {amount} that made no order, and may take the "
    "money back. The reason it gives: {reason}.",
    held_dispute_won_subject="Dispute won: a payment of {amount} without an order",
    held_dispute_won="The bank has decided for you: the payment of {amount} that made no order is back.",
    held_dispute_lost_subject="Dispute lost: a payment of {amount} without an order",
    held_dispute_lost="The bank has decided for the customer, who keeps the payment of {amount} that made no order.",
    held_subject="A payment of {amount} is held",
    held_sentence="A card payment of {amount} fits no order: the customer has paid, and no order was made.",
    held_advice="The money waits until you decide: refund it, or mark it as reviewed.",
    held_button="See held payments",
    why_alert="You get this email because your account looks after these payments. Please do not reply to it.",
    not_you_act="If this was you, there is nothing to do. If it was not, set a new password right away, look over "
    "your second factors, and sign out everywhere else.",
    not_you_tell_someone="If this was you, there is nothing to do. If it was not, call the person who manages your "
    "account right away.",
    notice_button="Open your security settings",
    why_notice="You get this email because it is about how you sign in. Please do not reply to it.",
    dispute_reasons={
        "credit not processed": "a refund was promised and did not arrive",
        "duplicate": "the card was charged twice",
        "fraudulent": "the cardholder did not make this payment",
        "product not received": "the food was not received",
        "product unacceptable": "the food was not as ordered",
        "unrecognized": "the cardholder does not recognize the payment",
    },
    other_reason="another one, which Stripe's dashboard shows",
    unconfirmed_subject="Order #{number} at {truck} is not confirmed",
    unconfirmed="Order #{number} at {truck} is paid and due at {when}, and no one has confirmed it.",
    unconfirmed_act="Please confirm it, or cancel it, which refunds it. Until then the customer may cancel it, too.",
    unconfirmed_button="Open the order",
    why_unconfirmed="You get this email because you look after this truck. Please do not reply to it.",
    weekdays=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    format_time=format_time,
    format_day=format_day,
    format_money=format_usd,
)
