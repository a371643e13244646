"""Payment accounts of the trucks at Stripe Connect."""
