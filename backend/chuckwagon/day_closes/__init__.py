"""Day closes: counting the drawer writes a numbered sheet of the truck's day, which never changes.

- Count the drawer and write the sheet: `service.py`. The JSON of sheets: `schemas.py`.
- Compute what a sheet says, read closes and export one: `queries.py`.
- Does all cash agree (`chuckwagon doctor`): `check.py`.

The tables are in `drawer/models.py`. The events that a sheet is made of are recorded by `drawer`, in the transactions
of the sales.
"""
