"""Placing an order: prices, orders and payments at the counter.

- Price a cart: `pricing.py`, its options `options.py`. Rows: `order_insert.py`.
- At the counter: `counter_orders.py`, sent once by `counter_drafts.py`, its stop and slot `counter_slot.py`.
- How an unpaid order was paid: `record_payment.py`.
"""
