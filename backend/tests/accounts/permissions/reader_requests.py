"""Requests of the matrix about card readers and counter payments."""

from typing import Any

from tests.accounts.permissions import matrix


def new_reader(data: Any) -> dict[str, Any]:
    """A reader to register, at a truck with an address."""
    return {"json": data.new_reader()}


def of_reader(body: dict[str, Any] | None = None) -> matrix.Request:
    """A request about a registered reader."""
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"reader_id": data.add_reader()}, **given}


def new_payment(data: Any) -> dict[str, Any]:
    """A counter order to be paid on a reader."""
    return {"json": matrix.counter_order(data)["json"] | {"readerId": data.add_reader()}}


def of_payment(body: dict[str, Any] | None = None, *, is_off: bool = False) -> matrix.Request:
    """A request about a payment on a reader, which is switched off if it is to be tried again."""
    given = {"json": body} if body is not None else {}

    def request(data: Any) -> dict[str, Any]:
        order = matrix.counter_order(data)["json"]
        return {"address": {"payment_id": data.add_counter_payment(order, is_off=is_off)}, **given}

    return request
