"""SMS, e-mails and push messages about orders: a place to start.

- Send an SMS: `service.py`, its words `templates.py`. Send one of staff: `manual_sms.py`. Limits:
  `daily_sms_limit.py`.
- Delivery reports: `status_callbacks.py`. STOP, START, HELP and other replies: `opt_outs.py`.
- E-mails to customers: `order_emails.py`; to staff: `alert_emails.py`. Push messages: `push/compose.py`.
- Tell staff of an order that no one confirms: `unconfirmed.py`. Correct a phone or an address: `contact_correction.py`.
- What the worker runs: `jobs.py`, `push/jobs.py`. Erase the SMS of a customer: `erasure.py`.
"""
