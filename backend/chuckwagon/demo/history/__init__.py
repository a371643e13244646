"""Sixty days of history for the demo: orders at stops, customers who return, refunds, and what staff did.

All of it follows from a fixed seed and the present instant. It is inserted in bulk, and agrees with what the product
itself would have written: `tests/demo/history` compares totals, counters, slots, stock and payments with the domain.

Why: docs/decisions/0044-a-demo-with-a-past.md
"""
