"""Cards at the counter: readers of a truck, and payments that the server hands to one of them.

- Register a reader: `readers.py`. Pay and try again: `service.py`. Cancel, take cash instead: `endings.py`.
- What a payment's state is, and the order that comes of it: `states.py`. It is called by the one fulfillment.
- Ask the readers, store what they say, and the receipt's fields: `settle.py`.
- How long a payment may run: `hold_seconds` of the settings, in `service.py` and `unpaid_orders.py`.
- A counter order that is paid with a card later: `unpaid_orders.py`.

Why: docs/decisions/0060-cards-at-the-counter.md
"""
