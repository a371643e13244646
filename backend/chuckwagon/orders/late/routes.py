"""Routes of the devices that sell without network, and of late orders that are discarded."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.orders import queries
from chuckwagon.orders.late import devices
from chuckwagon.orders.routes import TruckId
from chuckwagon.trucks.schemas import Deleted
from chuckwagon.web.routing import delete, get, post


@get("/api/devices", summary="List devices", errors=[400, 401, 403, 404, 503])
def list_devices(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None
) -> devices.DeviceList:
    """The browsers of a truck's staff that have read its counter within 30 days, with the letter of their numbers."""
    with db.reading() as session:
        return devices.list_devices(session, queries.get_truck_for_orders(session, actor, truck_id).id)


@delete("/api/devices/{device_id:str}", summary="Forget a device", errors=[400, 401, 403, 404, 503], status_code=200)
def forget_device(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    device_id: FromPath[str],
    truck_id: TruckId = None,
) -> Deleted:
    """Takes it off the list. Its letter is no other device's for 30 days, because customers may have heard it.

    404 for a device that has read no counter of the truck.
    """
    devices.forget_device(db, actor, truck_id, device_id)
    return Deleted()


@post(
    "/api/trucks/{truck_id:str}/late-orders/discard",
    summary="Discard a late order",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    status_code=200,
)
def discard_order(
    data: JSONBody[devices.DiscardRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: FromPath[str],
) -> devices.Discarded:
    """Records that what a device held is not to become an order. Repeated, it records nothing more.

    409 `order_arrived` has the `order` that it is, `payment_running` means that a card is asked for. `refusal` is the
    code of the refusal, or `unreadable` for a record that the device itself cannot read.
    """
    return devices.discard_order(db, actor, truck_id, data)
