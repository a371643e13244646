"""Clients of Stripe and Twilio. Only services and jobs import them."""
