"""Demo data for an empty database: a place to start.

- Trucks, menus, images and the devices of one truck: `seed.py`, by the format in `truck_file.py`; accounts:
  `accounts.py`; stops around the present: `stops.py`.
- Sixty days of history: `history.py`. It takes the past stops from `past_stops.py`, what was sold from `sales.py`, the
  rows of orders from `order_rows.py` and what staff did from `staff_actions.py`, and collects them and their
  payments in `buffers.py`.
"""
