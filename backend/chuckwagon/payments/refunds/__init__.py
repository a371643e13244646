"""Sending refunds to Stripe and following them."""
