"""Client of Stripe."""
