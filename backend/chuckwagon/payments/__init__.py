"""Payments: a place to start.

- Check out: `checkout/service.py` prices, `checkout/save.py` saves and holds, then Stripe is called.
- Make the order of a payment that succeeded: `fulfillment/service.py`; Stripe's events: `fulfillment/stripe_events.py`.
- Hold a payment for review: `fulfillment/reviews.py`. Disputes: `fulfillment/disputes.py`.
- Send and sync refunds: `refund_sending.py`, `refund_sync.py`.
- Finish what neither browser nor webhook did: `reconciliation/scheduled.py`.
- Take a card on a reader at the counter: `counter/service.py`.
- Compare a period with Stripe: `reconciliation/period.py`.
- Connect a truck's account: `connected_accounts.py`. Erase a customer's checkouts: `erasure.py`.
- What customers have ordered at stops, and who is paying now: `usage.py`. Metrics: `metrics.py`.
"""
