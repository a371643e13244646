"""Transfers and application fees of destination charges, and their reversals."""

from typing import Any

from sandbox.clock import unix_now
from sandbox.events import emit
from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.balance import Movement, book


def empty_list(url: str) -> dict[str, Any]:
    return {"object": "list", "data": [], "has_more": False, "url": url}


def share(sandbox: Sandbox, charge: Record) -> None:
    """Transfer the connected account's share of a captured charge, and collect the application fee from it."""
    data = charge["transfer_data"]
    if data is None:
        return
    amount = charge["amount_captured"] if data["amount"] is None else min(data["amount"], charge["amount_captured"])
    transfer = _transfer(sandbox, charge, data["destination"], amount)
    charge["transfer"] = transfer["id"]
    charge["transfer_group"] = transfer["transfer_group"]
    emit(sandbox, "transfer.created", transfer)
    if charge["application_fee_amount"]:
        fee = _fee(sandbox, charge, data["destination"])
        charge["application_fee"] = fee["id"]
        emit(sandbox, "application_fee.created", fee)


def _transfer(sandbox: Sandbox, charge: Record, destination: str, amount: int) -> Record:
    transfer_id = new_id("tr_3")
    booked = book(sandbox, Movement("transfer", -amount, charge["currency"], transfer_id))
    return sandbox.save(
        {
            "id": transfer_id,
            "object": "transfer",
            "amount": amount,
            "amount_reversed": 0,
            "balance_transaction": booked["id"],
            "created": unix_now(),
            "currency": charge["currency"],
            "description": None,
            "destination": destination,
            "destination_payment": new_id("py_1"),
            "livemode": False,
            "metadata": {},
            "reversals": empty_list(f"/v1/transfers/{transfer_id}/reversals"),
            "reversed": False,
            "source_transaction": charge["id"],
            "source_type": "card",
            "transfer_group": charge["transfer_group"] or f"group_{charge['payment_intent']}",
        }
    )


def _fee(sandbox: Sandbox, charge: Record, account: str) -> Record:
    fee_id = new_id("fee_1")
    amount = charge["application_fee_amount"]
    booked = book(sandbox, Movement("application_fee", amount, charge["currency"], fee_id))
    return sandbox.save(
        {
            "id": fee_id,
            "object": "application_fee",
            "account": account,
            "amount": amount,
            "amount_refunded": 0,
            "application": "ca_sandbox",
            "balance_transaction": booked["id"],
            "charge": charge["id"],
            "created": unix_now(),
            "currency": charge["currency"],
            "fee_source": {"charge": charge["id"], "type": "charge"},
            "livemode": False,
            "originating_transaction": charge["id"],
            "refunded": False,
            "refunds": empty_list(f"/v1/application_fees/{fee_id}/refunds"),
        }
    )


def _part(whole: int, taken: int, charge: Record, refunded: int) -> int:
    """Return this refund's share of `whole`, in cents. The last refund includes the remainder of rounding."""
    if charge["amount_refunded"] >= charge["amount_captured"]:
        return whole - taken
    return min(whole * refunded // int(charge["amount_captured"]), whole - taken)


def reverse(sandbox: Sandbox, charge: Record, refund: Record) -> Record:
    """Reverse the connected account's share of a refund, which the charge already includes."""
    transfer = sandbox.get("transfer", charge["transfer"])
    amount = _part(transfer["amount"], transfer["amount_reversed"], charge, refund["amount"])
    reversal_id = new_id("trr_1")
    booked = book(sandbox, Movement("transfer_refund", amount, charge["currency"], reversal_id))
    reversal = sandbox.save(
        {
            "id": reversal_id,
            "object": "transfer_reversal",
            "amount": amount,
            "balance_transaction": booked["id"],
            "created": unix_now(),
            "currency": charge["currency"],
            "destination_payment_refund": new_id("pyr_1"),
            "metadata": {},
            "source_refund": refund["id"],
            "transfer": transfer["id"],
        }
    )
    transfer["amount_reversed"] += amount
    transfer["reversed"] = transfer["amount_reversed"] >= transfer["amount"]
    transfer["reversals"]["data"].insert(0, reversal)
    emit(sandbox, "transfer.reversed", sandbox.save(transfer))
    return reversal


def give_fee_back(sandbox: Sandbox, charge: Record, refund: Record) -> None:
    """Refund the application fee of the refunded part to the connected account."""
    fee = sandbox.get("application_fee", charge["application_fee"])
    amount = _part(fee["amount"], fee["amount_refunded"], charge, refund["amount"])
    refund_id = new_id("fr_1")
    booked = book(sandbox, Movement("application_fee_refund", -amount, charge["currency"], refund_id))
    fee_refund = sandbox.save(
        {
            "id": refund_id,
            "object": "fee_refund",
            "amount": amount,
            "balance_transaction": booked["id"],
            "created": unix_now(),
            "currency": charge["currency"],
            "fee": fee["id"],
            "metadata": {},
        }
    )
    fee["amount_refunded"] += amount
    fee["refunded"] = fee["amount_refunded"] >= fee["amount"]
    fee["refunds"]["data"].insert(0, fee_refund)
    emit(sandbox, "application_fee.refunded", sandbox.save(fee))
