"""Places and stops as the numbers by stop have them."""

from tests.reporting.stops.conftest import add_place, add_stop

__all__ = ["add_place", "add_stop"]
