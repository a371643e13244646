"""Stripe Terminal: locations and configurations, readers, and what happens when a card is held to one."""
