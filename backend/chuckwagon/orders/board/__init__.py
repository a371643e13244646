"""The board of the staff: the statuses of an order, their changes, and the live stream."""
