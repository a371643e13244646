"""Cards that were held to a reader: their payment methods, and the details of their charges."""

from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe import payment_methods

AIDS = {"visa": "A0000000031010", "mastercard": "A0000000041010", "amex": "A000000025010402"}
NAMES = {"visa": "Visa Credit", "mastercard": "Mastercard", "amex": "American Express"}


def create_card_present(sandbox: Sandbox, number: str) -> Record:
    """A payment method of the type that readers make. Its number is stored separately, as for all."""
    made = payment_methods.create(sandbox, {"type": "card", "card": {"number": number}})
    card = made.pop("card")
    copied = ("brand", "country", "exp_month", "exp_year", "fingerprint", "funding", "last4")
    made["type"] = "card_present"
    made["card_present"] = {name: card[name] for name in copied} | {
        "brand_product": None,
        "cardholder_name": None,
        "description": None,
        "issuer": None,
        "networks": {"available": [card["brand"]], "preferred": None},
        "offline": None,
        "preferred_locales": ["en"],
        "read_method": "contactless_emv",
    }
    return sandbox.save(made)


def reader_charge_details(intent: Record, method: Record) -> Record:
    """The details of a charge on a reader, with the fields that card networks require on a receipt."""
    card = method["card_present"]
    copied = (
        "brand", "brand_product", "cardholder_name", "country", "description", "exp_month",
        "exp_year", "fingerprint", "funding", "issuer", "last4", "offline", "preferred_locales", "read_method",
    )  # fmt: skip
    return {name: card[name] for name in copied} | {
        "amount_authorized": intent["amount"],
        "emv_auth_data": None,
        "generated_card": None,
        "incremental_authorization_supported": False,
        "network": card["brand"],
        "network_transaction_id": None,
        "overcapture_supported": False,
        "receipt": {
            "account_type": "credit",
            "application_cryptogram": new_id("", 16).upper(),
            "application_preferred_name": NAMES.get(card["brand"], card["brand"].title()),
            "authorization_code": "123456",
            "authorization_response_code": "3030",
            "cardholder_verification_method": "approval",
            "dedicated_file_name": AIDS.get(card["brand"], "A0000000031010"),
            "terminal_verification_results": "0000000000",
            "transaction_status_information": "0000",
        },
    }


def card_of(details: Record) -> Record:
    """The card in the details of a charge or a payment method, typed in or held to a reader."""
    found: Record = details.get("card") or details["card_present"]
    return found
