"""Checkouts: the prices of a cart, and the payment intent for it.

- The steps: `service.py`. Refuse floods first: `gate.py`. Price: `pricing.py`. Truck, stop and pickup: `pickup.py`.
- Save: `save.py`, with slot and stock by `holds.py`, the rows by `statements.py`.
- The copy at Stripe: `intent_metadata.py`. JSON: `schemas.py`. Refusals: `errors.py`.
"""
