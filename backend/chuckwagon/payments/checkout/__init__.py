"""Checkouts: the prices of a cart, and the payment intent for it."""
