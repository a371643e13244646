"""Why an order at the counter is refused."""

from chuckwagon.kit.errors import Conflict


class ItemsUnavailable(Conflict):
    """A menu item or option cannot be sold as requested; `problems` names the line items."""

    code = "cart_invalid"
    sentence = "Something in this order is not available."
    reason = "order_items_unavailable"


class CounterPricesChanged(Conflict):
    """The total differs from the one that the customer was told.

    `total` is the current one in dollars, `cart` has the server's prices, `problems` names the lines that changed.
    """

    code = "prices_changed"
    sentence = "Prices have changed. Please check the total before you take the money."
    reason = "order_prices_changed"
