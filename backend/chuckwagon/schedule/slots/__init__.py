"""Pickup slots: which there are, how much of each is taken, and which one takes an order."""
