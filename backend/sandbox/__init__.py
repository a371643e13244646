"""Sandbox: a local replacement for Stripe and Twilio with the same API and rules, and without real money.

Why: docs/decisions/0005-own-sandbox.md
"""
