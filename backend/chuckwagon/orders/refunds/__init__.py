"""Refunds of an order, as the staff request and see them."""
