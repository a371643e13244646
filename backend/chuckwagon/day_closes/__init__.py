"""Day closes: counting the drawer writes a numbered sheet of the truck's day, which never changes.

- Count the drawer and write the sheet: `service.py`. What the sheet says of the orders: `figures.py`.
- Read closes and export one: `queries.py`. Does all cash agree (`chuckwagon doctor`): `check.py`.

The tables are in `drawer/models.py`. The events that a sheet is made of are recorded by `drawer`, in the transactions
of the sales.
"""
