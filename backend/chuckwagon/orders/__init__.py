"""Orders: a place to start.

- Place one after its payment: `service.py`, its rows `placement/order_insert.py`; at the counter:
  `placement/counter_orders.py`; its price: `placement/pricing.py`.
- Hold slots and counted stock for it: `reservations/service.py`.
- Change its status and cancel it: `status_changes.py`, by the table in `status.py`.
- Refund it: `refunds.py`, the amount `refund_amount.py`; who has to confirm it: `accounts/sessions.py`.
- Move its pickup: `pickup_changes.py`.
- Let its customer follow and change it: `tracking.py`, `self_service.py`, the slots offered `self_service_slots.py`.
- Tell its customer and staff: `messages.py`. Read and list it: `queries.py`, `list_orders.py`. Erase it: `erasure.py`.
- Sold without network: `late/`. What checkout and order share: `purchase.py`. Numbers and totals: `counts.py`.
- Give a receipt: `receipts.py`. JSON of its pickup: `pickup_schemas.py`. Phones that get SMS: `kit/validation.py`.
"""
