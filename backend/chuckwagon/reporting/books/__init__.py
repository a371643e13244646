"""The books of a truck: entries by day, the tax report, and the files for bookkeepers. A place to start:

- On which day a fact is booked, and when a day is closed: `book_days.py`. The facts: sales in `facts.py`, refunds and
  what they give back in `refund_facts.py`, disputes and cash movements in `day_book.py`.
- The sums of closed days are kept: `book_days.py`, written by the job in `jobs.py`.
- Sums that balance, and entries: `day_book.py`; as JSON: `overview.py`; as files, with orders: `exports.py`.
- Sales tax by place and rate: `tax_report.py`. A new sum there needs a higher `FORM` in `book_days.py`, so that kept
  days are made again.
- Names of accounts and tax rates: `accounts.py`.
"""
