"""What a reader does: it takes a payment intent, waits for a card, reads it, and charges it or not."""

import asyncio
from typing import Any

from sandbox.clock import unix_now
from sandbox.errors import ApiError, invalid
from sandbox.events import emit
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe import confirmation, payment_intents, payment_methods
from sandbox.stripe.reader_cards import create_card_present
from sandbox.stripe.terminal.setup import get_reader, switches

IN_PROGRESS = "in_progress"
OFFLINE = "Reader is currently offline, please ensure the reader is powered on and connected to the internet."
BUSY = "Reader is currently busy processing another request. Please try again later."
CANCELLED = "The payment was canceled by the customer."
TIMED_OUT = "The reader timed out waiting for a card."


def process_payment_intent(sandbox: Sandbox, reader_id: str, params: dict[str, Any]) -> Record:
    """Ask for a card for the intent. A waiting action is replaced; one whose card is being read is not."""
    reader = _reach(sandbox, reader_id)
    intent = payment_intents.get(sandbox, params["payment_intent"])
    if "card_present" not in intent["payment_method_types"]:
        raise invalid("The PaymentIntent must allow the payment method type card_present.", param="payment_intent")
    if intent["status"] != "requires_payment_method":
        message = f"The PaymentIntent is {intent['status']} and cannot be processed."
        raise invalid(message, code="intent_invalid_state", param="payment_intent")
    config = params.get("process_config") or {}
    asked = {"payment_intent": intent["id"]} | ({"process_config": config} if config else {})
    action = {
        "api_error": None,
        "failure_code": None,
        "failure_message": None,
        "status": IN_PROGRESS,
        "type": "process_payment_intent",
    }
    reader["action"] = action | {"process_payment_intent": asked}
    sandbox.store.delete("reader_reads", reader_id)
    return sandbox.save(reader)


def cancel_action(sandbox: Sandbox, reader_id: str) -> Record:
    """End the waiting action. Refused while a card is being read."""
    reader = _reach(sandbox, reader_id)
    reader["action"] = None
    return sandbox.save(reader)


def _reach(sandbox: Sandbox, reader_id: str) -> Record:
    reader, state = get_reader(sandbox, reader_id), switches(sandbox, reader_id)
    if state["power"] != "on":
        raise invalid(OFFLINE, code="terminal_reader_offline")
    if state.get("timeout"):
        raise invalid("There was a timeout when sending this command to the reader.", code="terminal_reader_timeout")
    if state["busy"] or sandbox.store.find("reader_reads", reader_id):
        raise invalid(BUSY, code="terminal_reader_busy")
    return reader


def present_payment_method(sandbox: Sandbox, reader_id: str, params: dict[str, Any]) -> Record:
    """Hold a card to the reader: its number, and the tip in cents that the customer chose on the screen."""
    reader = _reach(sandbox, reader_id)
    _waiting_action(reader)
    number = (params.get("card_present") or {}).get("number") or payment_methods.DEFAULT_NUMBER
    tip, config = (
        params.get("amount_tip"),
        _waiting_action(reader)["process_payment_intent"].get("process_config") or {},
    )
    if tip and (config.get("skip_tipping") in (True, "true") or "tipping" not in config):
        raise invalid("This reader does not ask for a tip now.", param="amount_tip")
    read = {"intent": reader["action"]["process_payment_intent"]["payment_intent"], "number": number, "tip": tip or 0}
    delay = switches(sandbox, reader_id)["delayMs"]
    if not delay:
        return _charge(sandbox, reader_id, read)
    sandbox.store.put("reader_reads", reader_id, read)
    asyncio.get_running_loop().call_later(delay / 1000, _finish_read, sandbox, reader_id)
    return reader


def _finish_read(sandbox: Sandbox, reader_id: str) -> None:
    read = sandbox.store.find("reader_reads", reader_id)
    if read is not None and sandbox.store.find("terminal.reader", reader_id) is not None:
        sandbox.store.delete("reader_reads", reader_id)
        _charge(sandbox, reader_id, read)


def press_cancel(sandbox: Sandbox, reader_id: str) -> Record:
    """The customer presses the cross."""
    reader = _reach(sandbox, reader_id)
    _waiting_action(reader)
    return _fail(sandbox, reader, "customer_canceled", CANCELLED)


def time_out(sandbox: Sandbox, reader_id: str) -> Record:
    """No card was held to the reader for too long."""
    reader = _reach(sandbox, reader_id)
    _waiting_action(reader)
    return _fail(sandbox, reader, "terminal_reader_timeout", TIMED_OUT)


def _waiting_action(reader: Record) -> Record:
    action: Record | None = reader["action"]
    if action is None or action["status"] != IN_PROGRESS:
        raise invalid("The reader is not waiting for a card.", code="intent_invalid_state")
    return action


def _charge(sandbox: Sandbox, reader_id: str, read: Record) -> Record:
    reader = get_reader(sandbox, reader_id)
    intent = payment_intents.get(sandbox, read["intent"])
    if intent["status"] != "requires_payment_method":  # cancelled while the card was read
        return _fail(sandbox, reader, "intent_invalid_state", f"The PaymentIntent is {intent['status']}.")
    before = intent["amount"]
    if read["tip"]:
        intent["amount"] += read["tip"]
        intent["amount_details"] = {"tip": {"amount": read["tip"]}}
    try:
        method = create_card_present(sandbox, str(read["number"]))
    except ApiError as refusal:
        return _fail(sandbox, reader, str(refusal.error.get("code")), refusal.error["message"])
    intent["payment_method"] = method["id"]
    error = confirmation.charge(sandbox, intent, method)
    if error is not None:
        intent.update(amount=before, amount_details={"tip": {}})
        sandbox.save(intent)
        return _fail(sandbox, reader, error["code"], error["message"])
    reader["action"] |= {"status": "succeeded"}
    emit(sandbox, "terminal.reader.action_succeeded", sandbox.save(reader))
    return reader


def _fail(sandbox: Sandbox, reader: Record, code: str, message: str) -> Record:
    reader["action"] |= {"status": "failed", "failure_code": code, "failure_message": message}
    emit(sandbox, "terminal.reader.action_failed", sandbox.save(reader))
    return reader


# --- what a person does, through /_sandbox


def list_all(sandbox: Sandbox, _body: dict[str, Any], _id: str) -> list[Record]:
    return [_told(sandbox, one["id"]) for one in sandbox.store.all("terminal.reader")]


def switch(sandbox: Sandbox, body: dict[str, Any], reader_id: str) -> Record:
    """Turn the reader off or on, or make it slow or busy. One that loses its power forgets the card it was reading."""
    reader = get_reader(sandbox, reader_id)
    if body.get("power") not in (None, "on", "off") or not isinstance(body.get("delayMs", 0), int):
        raise invalid("power must be on or off, delayMs a whole number.", param="power")
    known = {name: body[name] for name in ("power", "delayMs", "busy", "timeout") if name in body}
    sandbox.store.put("reader_switches", reader_id, switches(sandbox, reader_id) | known)
    if body.get("power") == "off":
        sandbox.save(reader)  # with when it was seen last
        sandbox.store.delete("reader_reads", reader_id)
    return _told(sandbox, reader_id)


def press(sandbox: Sandbox, body: dict[str, Any], reader_id: str) -> Record:
    """Hold a card to the reader, press its cross, or let it time out."""
    action = body.get("action")
    if action == "tap":
        card = {"card_present": {"number": body["card"]}} if body.get("card") else {}
        present_payment_method(sandbox, reader_id, card | {"amount_tip": body.get("tip")})
    elif action == "cancel":
        press_cancel(sandbox, reader_id)
    elif action == "timeout":
        time_out(sandbox, reader_id)
    else:
        raise invalid("action must be one of tap, cancel, timeout.", param="action")
    return _told(sandbox, reader_id)


def _told(sandbox: Sandbox, reader_id: str) -> Record:
    reader = get_reader(sandbox, reader_id)
    action = reader["action"]
    intent = payment_intents.get(sandbox, action["process_payment_intent"]["payment_intent"]) if action else None
    config = (action["process_payment_intent"].get("process_config") or {}) if action else {}
    return {
        "id": reader["id"],
        "label": reader["label"],
        "status": reader["status"],
        "isReading": sandbox.store.find("reader_reads", reader_id) is not None,
        "asksForTip": "tipping" in config and config.get("skip_tipping") not in (True, "true"),
        "amountCents": intent["amount"] if intent else None,
        "action": action,
        "seenAt": unix_now(),
        **switches(sandbox, reader_id),
    }
