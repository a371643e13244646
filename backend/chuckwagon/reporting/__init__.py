"""Sales figures, ledger, customer search and activity, for staff: a place to start.

- Analytics of a period: `analytics.py`; by stop: `stop_analytics.py`; of all trucks: `truck_comparison.py`.
- Card payments: `ledger.py`. Customers: `customer_search.py`. What staff did: `audit_log.py`.
- What a stop will need: `prep_sheet.py`. Periods in local days: `periods.py`. CSV: `csv_export.py`.
- What staff see first: `dashboard.py`. The raw sums of stops: `stop_queries.py`. Day book and taxes: `books/`.
"""
