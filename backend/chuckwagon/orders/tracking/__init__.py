"""The page on which a customer follows an order."""
