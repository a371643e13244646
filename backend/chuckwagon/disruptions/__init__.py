"""Disruptions: a stop is late, moves, ends early or is cancelled, and its customers are told. A place to start.

A disruption is a "change of plan" on screens. What it changed for one order is a `PickupChange` (`orders/models.py`).

- Preview, start, withdraw and repeat: `service.py`; what a start does: `start.py`; each order: `steps.py`.
- What a kind does to a stop and to its orders: `effects.py`. Validate one: `schemas.py`.
- Read them, what keeps staff from changing a stop, and the check for `chuckwagon doctor`: `queries.py`.

A new kind needs: `KINDS` and the CHECK in `models.py` with a migration, `schemas.py`, `effects.py` and `steps.py`; the
kind of its `PickupChange` in `models.py`, `pickup_schemas.py`, `messages.py` and, if a later change may overtake it,
`pickup_changes.py` of `orders`; `schedule/schemas.py`; its words in `notifications/templates.py`,
`notifications/catalogs.py` and `notifications/push_messages.py`; on screens
`frontend/src/staff/schedule/disruptions/`. Check also `queries.py`,
`schedule/stops_service.py` and `orders/self_service_slots.py`, and the screens that name a change. What is new about
the stop itself: a column in `schedule/models.py`, its times in `schedule/states.py`, read by `checkout_stop.py` and
`queries.py` there, its name in `start.py`.
"""
