"""Small helpers without knowledge of the product: clock, errors, ids, money, validation."""
