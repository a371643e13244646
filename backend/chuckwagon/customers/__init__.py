"""Customers with their totals, and the words by which they are found."""
