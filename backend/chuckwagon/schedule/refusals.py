"""Why customers can do nothing at a stop: conflicts with its present state."""

from chuckwagon.kit.errors import Conflict


class StopClosed(Conflict):
    """No order is taken at the stop now; `stop` in the response is its present state, null without one."""

    code = "stop_closed"
    sentence = "This truck takes no orders at this stop right now."


class StopChanged(Conflict):
    """Time or place differ from what the page shows; `stop` in the response is the present state."""

    code = "stop_changed"
    sentence = "The time or place of this stop has changed. Please check and order again."
