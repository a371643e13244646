"""Payments by card, from the checkout to the order, the refund and the payout account."""
