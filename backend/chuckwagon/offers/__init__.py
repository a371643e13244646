"""Offers: codes that customers enter at the checkout for a lower price. A place to start.

- Add, change and end one: `service.py`. What it takes off, and when: `discounts.py`. Why it is refused: `errors.py`.
- Keep codes from being guessed: `code_guess_limit.py`, asked by `payments/checkout/gate.py`, which knows the phone, and
  by `routes.py`, which knows the address only.
- A new condition: `OfferTerms` and `check_terms` in `discounts.py`, its column in `models.py`, read by `uses.py`.
- Find the offer of a code: `queries.py`. Hold, confirm and give back its uses: `uses.py`. Repair counts:
  `orders/reservations/usage_check.py`.
"""
