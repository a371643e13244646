"""Places, stops, series of stops and pickup slots: a place to start.

- Add, change and delete stops: `stops_service.py`; places: `places_service.py`; series: `series_service.py`.
- When a stop is open, by its times: `states.py`. Which stops customers get: `truck_queries.py`, `truck_routes.py`,
  `slots.py`; the counter: `checkout_stop.py`.
- Choose a slot: `slot_allocation.py`; offer others: `slots.py`; take units: `slot_rows.py`.
- The wall clock of a place: `wall_clock.py`. A stop as a checkout reads it, and its locks: `checkout_stop.py`.
- Stops as a calendar: `calendar_feed.py`. Validate: `validation.py`. What customers have ordered: `usage.py`.
"""
