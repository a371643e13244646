"""Locations, configurations, and readers that are registered at a location."""

from typing import Any

from sandbox.clock import unix_now
from sandbox.errors import invalid
from sandbox.ids import new_id
from sandbox.metadata import merged_metadata
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.payment_methods import address

SIMULATED = {"simulated-wpe": "simulated_wisepos_e", "simulated-s700": "simulated_stripe_s700"}
ADDRESS_KEYS = ("line1", "city", "state", "postal_code", "country")


def create_location(sandbox: Sandbox, params: dict[str, Any]) -> Record:
    given = params["address"]
    for name in ADDRESS_KEYS:
        if not given.get(name):
            message = f"Missing required param: address[{name}]."
            raise invalid(message, code="parameter_missing", param=f"address[{name}]", validation=True)
    return sandbox.save(
        {
            "id": new_id("tml_"),
            "object": "terminal.location",
            "address": address(given),
            "display_name": params["display_name"],
            "livemode": False,
            "metadata": merged_metadata({}, params.get("metadata") or {}),
        }
        | _overrides(sandbox, params)
    )


def update_location(sandbox: Sandbox, location_id: str, params: dict[str, Any]) -> Record:
    location = get_location(sandbox, location_id)
    location |= {"address": address(params["address"])} if params.get("address") else {}
    location |= {"display_name": params["display_name"]} if params.get("display_name") else {}
    return sandbox.save(location | _overrides(sandbox, params))


def get_location(sandbox: Sandbox, location_id: str) -> Record:
    return sandbox.get("terminal.location", location_id)


def _overrides(sandbox: Sandbox, params: dict[str, Any]) -> Record:
    configuration = params.get("configuration_overrides")
    if not configuration:
        return {}
    return {"configuration_overrides": sandbox.get("terminal.configuration", configuration)["id"]}


def create_configuration(sandbox: Sandbox, params: dict[str, Any]) -> Record:
    blank = {"id": new_id("tmc_"), "object": "terminal.configuration", "is_account_default": False, "livemode": False}
    return sandbox.save(blank | {"name": params.get("name") or None} | _tipping(params))


def update_configuration(sandbox: Sandbox, configuration_id: str, params: dict[str, Any]) -> Record:
    return sandbox.save(sandbox.get("terminal.configuration", configuration_id) | _tipping(params))


def _tipping(params: dict[str, Any]) -> Record:
    """The suggested tips in whole percent, of which a reader shows three."""
    usd = (params.get("tipping") or {}).get("usd")
    if not usd:
        return {}
    percentages = [int(one) for one in usd.get("percentages") or ()]
    if len(percentages) > 3:
        raise invalid("You may provide at most 3 percentages.", param="tipping[usd][percentages]", validation=True)
    return {"tipping": {"usd": {"percentages": percentages}}}


def create_reader(sandbox: Sandbox, params: dict[str, Any]) -> Record:
    """Register a reader: a simulated one, or one that shows a code of three words."""
    code = params["registration_code"]
    if code not in SIMULATED and len(code.split("-")) != 3:
        message = "The registration code is not valid. Show a new one on the reader."
        raise invalid(message, param="registration_code", validation=True)
    location = get_location(sandbox, params["location"]) if params.get("location") else None
    device = SIMULATED.get(code, "bbpos_wisepos_e")
    reader = sandbox.save(
        {
            "id": new_id("tmr_"),
            "object": "terminal.reader",
            "action": None,
            "device_sw_version": None,
            "device_type": device,
            "ip_address": "192.168.0.17",
            "label": params.get("label") or device,
            "last_seen_at": unix_now() * 1000,
            "livemode": False,
            "location": location["id"] if location else None,
            "metadata": merged_metadata({}, params.get("metadata") or {}),
            "serial_number": new_id("WSC5", 12).upper(),
            "status": "online",
        }
    )
    sandbox.store.put("reader_switches", reader["id"], {"power": "on", "delayMs": 0, "busy": False})
    return reader


def get_reader(sandbox: Sandbox, reader_id: str) -> Record:
    """The reader, seen just now if it is on."""
    reader = sandbox.get("terminal.reader", reader_id)
    is_on = switches(sandbox, reader_id)["power"] == "on"
    reader["status"] = "online" if is_on else "offline"
    reader |= {"last_seen_at": unix_now() * 1000} if is_on else {}
    return reader


def update_reader(sandbox: Sandbox, reader_id: str, params: dict[str, Any]) -> Record:
    reader = get_reader(sandbox, reader_id)
    reader |= {"label": params["label"] or reader["device_type"]} if "label" in params else {}
    return sandbox.save(reader)


def delete_reader(sandbox: Sandbox, reader_id: str) -> Record:
    reader = get_reader(sandbox, reader_id)
    sandbox.store.delete("terminal.reader", reader_id)
    return {"id": reader["id"], "object": "terminal.reader", "deleted": True}


def list_readers(sandbox: Sandbox, params: dict[str, Any]) -> Record:
    found = [get_reader(sandbox, one["id"]) for one in sandbox.store.newest("terminal.reader")]
    wanted = {name: params[name] for name in ("location", "device_type", "status") if params.get(name)}
    data = [one for one in found if all(one[name] == value for name, value in wanted.items())]
    return {
        "object": "list",
        "data": data[: params.get("limit") or 100],
        "has_more": False,
        "url": "/v1/terminal/readers",
    }


def switches(sandbox: Sandbox, reader_id: str) -> Record:
    """What a person does with the reader: `power`, `delayMs` of reading a card, and whether it is `busy`."""
    return sandbox.get("reader_switches", reader_id)
