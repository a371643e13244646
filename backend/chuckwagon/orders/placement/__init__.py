"""Placing an order: prices, pickup times, orders and payments at the counter."""
