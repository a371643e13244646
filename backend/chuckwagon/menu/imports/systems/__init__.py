"""Readers of the exports of other systems, one function for each (`../shapes.py` finds the right one)."""
