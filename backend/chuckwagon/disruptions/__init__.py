"""Disruptions: a stop is late, moves, ends early or is cancelled, and its customers are told. A place to start.

A disruption is a "change of plan" on screens. What it changed for one order is a `PickupChange` (`orders/models.py`).

- Preview, start, withdraw and repeat: `service.py`; what a start does: `start.py`; each order: `steps.py`.
- What a kind does to a stop and to its orders: `effects.py`. Validate one: `validation.py`.

A new kind needs, in this order: `KINDS` and the CHECK in `models.py` with a migration, `schemas.py`, `validation.py`,
`effects.py`, `steps.py`; the kind of its `PickupChange` in `orders/models.py`, `orders/pickup_change_schemas.py` and
`orders/messages.py`; `schedule/schemas.py`; the words in `notifications/templates.py`, `notifications/catalogs/` and
`notifications/push/compose.py`.
"""
