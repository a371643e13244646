"""Sandbox: a local replacement for Stripe and Twilio with the same API and rules, and without real money."""
