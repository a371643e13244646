"""Page of a receipt, the `receipt_url` of a charge."""

from starlette.requests import Request
from starlette.responses import Response

from sandbox.pages.formatting import card_name, moment, money
from sandbox.pages.layout import bare_page, notice
from sandbox.pages.templates import EMPTY, fill
from sandbox.state import Sandbox
from sandbox.stripe.reader_cards import card_of


async def show(request: Request) -> Response:
    sandbox: Sandbox = request.app.state.sandbox
    charge = sandbox.store.find("charge", request.path_params["charge"])
    if charge is None or not charge["paid"]:
        return notice("There is no such receipt", "Nothing was paid under this address.", status=404)
    currency = charge["currency"]
    refunded = charge["amount_refunded"]
    body = fill(
        "receipt",
        "page",
        amount=money(charge["amount"], currency),
        when=moment(charge["created"]),
        card=card_name(card_of(charge["payment_method_details"])),
        description=charge["description"] or "Payment",
        descriptor=charge["calculated_statement_descriptor"],
        charge=charge["id"],
        refund=fill("receipt", "refund", amount=money(refunded, currency)) if refunded else EMPTY,
    )
    return bare_page("Receipt", body, scripts=("times.js",))
