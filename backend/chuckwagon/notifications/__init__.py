"""SMS, e-mails and push messages about orders: a place to start.

- Send an SMS: `service.py`, its words `catalogs.py`, put together in `templates.py`. Send one of staff:
  `manual_sms.py`. Limits: `daily_sms_limit.py`.
- Delivery reports: `delivery_status.py`. STOP, START, HELP and other replies: `opt_outs.py`.
- E-mails to customers and to staff: `emails.py`. Push messages: `push_messages.py`; who gets them: `push_devices.py`.
- Tell staff of an order that no one confirms: `unconfirmed.py`. Correct a phone or an address: `contact_correction.py`.
- What the worker runs: `jobs.py`, `push_messages.py`. Erase the SMS of a customer: `erasure.py`.
"""
