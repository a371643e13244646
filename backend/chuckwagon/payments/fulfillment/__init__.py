"""Turning a successful payment into an order, exactly once; payments that need a review, and disputes."""
