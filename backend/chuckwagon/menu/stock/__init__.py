"""Counted stock: how many pieces of an item or option a stop has, and how many are left."""
