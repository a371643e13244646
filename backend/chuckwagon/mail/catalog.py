"""What a catalog of e-mail sentences holds. There is one catalog for each language.

A sentence is a pattern with named values in braces. All catalogs have the same sentences with the same values.
"""

from collections.abc import Callable
from datetime import datetime

import msgspec


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
