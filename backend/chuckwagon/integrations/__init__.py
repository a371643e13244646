"""Clients of outside services: Stripe, Twilio, the mail server, push services (`webpush.py`) and the image store.

Services and jobs call them.
"""
