"""The drawer: what is recorded of a truck's day, and the time between opening the drawer and counting it.

- The rows of the day, each in one close at most, and cash in exactly one session: `models.py`.
- Record a sale, a refund or a cancellation in its own transaction, under the truck's lock: `service.py`.
- Open the drawer and move cash: also `service.py`. What should be in it: `queries.py`.

Counting the drawer writes the sheet of the day: `day_closes`, which is above orders and has the routes of both.
"""
