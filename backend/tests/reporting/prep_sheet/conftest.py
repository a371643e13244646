"""Places and stops of a truck, as the tests of the numbers by stop make them."""

from tests.reporting.stops.conftest import add_place, add_stop

__all__ = ["add_place", "add_stop"]
