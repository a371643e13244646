"""Late orders: taken at the counter without network, and sent when there is one. A place to start.

- What a device sends, and whether its sums add up: `schemas.py`.
- Place one, once, and refuse none whose food was handed out: `service.py`.
- What staff read of it: `models.py`. The letter of each device, and what it discards: `devices.py`.
- The prices by which it sold: `prices.py`.
- Take the slot and counted stock of one: `slot.py`.

Why: docs/decisions/0070-late-orders.md
How: docs/internals/late-orders.md
"""
