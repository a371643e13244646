"""Conflicts: why the present state of a stop or a place does not allow a request."""

from chuckwagon.kit.errors import Conflict


class StopClosed(Conflict):
    """No order is taken at the stop now; `stop` in the response is its present state, null without one."""

    code = "stop_closed"
    sentence = "This truck takes no orders at this stop right now."


class StopChanged(Conflict):
    """Time or place differ from what the page shows; `stop` in the response is the present state."""

    code = "stop_changed"
    sentence = "The time or place of this stop has changed. Please check and order again."


class VersionConflict(Conflict):
    """Another user was faster; the response carries the current state."""

    code = "version_conflict"
    sentence = "Another user has changed this in the meantime. Please check and save again."


class StopOverlaps(Conflict):
    """The truck is elsewhere at that time; `stop` in the response is the other stop."""

    code = "stop_overlaps"
    sentence = "This truck has another stop at that time."


class PlaceHasOrders(Conflict):
    """Another time zone would move what customers have ordered for; `stop` in the response is the first such stop."""

    code = "place_has_orders"
    sentence = (
        "Customers have ordered for a stop at this place, so its time zone cannot change. "
        "For other stops, add the place again with the right time zone."
    )
