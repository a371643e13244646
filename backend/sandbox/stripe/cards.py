"""Test cards and what happens when each is charged."""

from dataclasses import dataclass
from typing import Literal

GENERIC = "Your card was declined."
LIVE_CARD = "Your card was declined. Your request was in test mode, but used a non test (live) card."
PROCESSING = "An error occurred while processing your card. Try again in a little bit."


@dataclass(frozen=True)
class Decline:
    code: str
    message: str
    reason: str | None = None


@dataclass(frozen=True)
class Card:
    decline: Decline | None = None
    challenge: bool = False
    disputed: bool = False
    refund: Literal["succeeded", "pending_success", "pending_failure"] = "succeeded"


def _declined(code: str, message: str = GENERIC, reason: str | None = None) -> Decline:
    return Decline(code, message, reason)


GENERIC_DECLINE = _declined("card_declined", reason="generic_decline")
NO_FUNDS = _declined("card_declined", "Your card has insufficient funds.", "insufficient_funds")
NOT_A_TEST_CARD = _declined("card_declined", LIVE_CARD, "test_mode_live_card")

CARDS: dict[str, Card] = {
    "4242424242424242": Card(),
    "4000056655665556": Card(),
    "5555555555554444": Card(),
    "378282246310005": Card(),
    "6011111111111117": Card(),
    "4000000000000002": Card(GENERIC_DECLINE),
    "4000000000009995": Card(NO_FUNDS),
    "4000000000009987": Card(_declined("card_declined", reason="lost_card")),
    "4000000000009979": Card(_declined("card_declined", reason="stolen_card")),
    "4000000000000069": Card(_declined("expired_card", "Your card has expired.")),
    "4000000000000127": Card(_declined("incorrect_cvc", "Your card's security code is incorrect.")),
    "4000000000000119": Card(_declined("processing_error", PROCESSING)),
    "4000002500003155": Card(challenge=True),
    "4000002760003184": Card(challenge=True),
    "4000000000003220": Card(challenge=True),
    "4000008400001629": Card(GENERIC_DECLINE, challenge=True),
    "4000008260003178": Card(NO_FUNDS, challenge=True),
    "4000000000000259": Card(disputed=True),
    "4000000000007726": Card(refund="pending_success"),
    "4000000000005126": Card(refund="pending_failure"),
}

# Names that servers pass instead of a payment method; each creates a new one.
TOKENS: dict[str, str] = {
    "pm_card_visa": "4242424242424242",
    "pm_card_visa_debit": "4000056655665556",
    "pm_card_mastercard": "5555555555554444",
    "pm_card_amex": "378282246310005",
    "pm_card_discover": "6011111111111117",
    "pm_card_chargeDeclined": "4000000000000002",
    "pm_card_visa_chargeDeclined": "4000000000000002",
    "pm_card_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_visa_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_visa_chargeDeclinedLostCard": "4000000000009987",
    "pm_card_visa_chargeDeclinedStolenCard": "4000000000009979",
    "pm_card_chargeDeclinedExpiredCard": "4000000000000069",
    "pm_card_chargeDeclinedIncorrectCvc": "4000000000000127",
    "pm_card_chargeDeclinedProcessingError": "4000000000000119",
    "pm_card_authenticationRequired": "4000002760003184",
    "pm_card_threeDSecure2Required": "4000000000003220",
    "pm_card_threeDSecureRequired": "4000000000003220",
    "pm_card_createDispute": "4000000000000259",
    "pm_card_pendingRefund": "4000000000007726",
    "pm_card_refundFail": "4000000000005126",
}

# Tokens that older integrations and the CLI's fixtures pass instead of a payment method.
SOURCES: dict[str, str] = {
    "tok_visa": "4242424242424242",
    "tok_mastercard": "5555555555554444",
    "tok_amex": "378282246310005",
    "tok_chargeDeclined": "4000000000000002",
    "tok_createDispute": "4000000000000259",
}


def behaviour(number: str) -> Card:
    return CARDS.get(number, Card(NOT_A_TEST_CARD))


def brand(number: str) -> str:
    if number.startswith(("34", "37")):
        return "amex"
    if number.startswith(("51", "52", "53", "54", "55", "2")):
        return "mastercard"
    if number.startswith(("60", "64", "65")):
        return "discover"
    return "visa"


def passes_luhn(number: str) -> bool:
    digits = [int(char) for char in reversed(number)]
    doubled = [d * 2 - 9 if d > 4 else d * 2 for d in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
