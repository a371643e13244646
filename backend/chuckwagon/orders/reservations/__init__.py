"""Reservations: the slot units and the counted stock that checkouts and orders have taken."""
