"""Chuckwagon: food-truck ordering, from the menu to the kitchen."""

__version__ = "0.1.0"
