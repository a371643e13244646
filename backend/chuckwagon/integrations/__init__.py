"""Clients of outside services: Stripe, Twilio, the mail server and the image store. Services and jobs call them."""
