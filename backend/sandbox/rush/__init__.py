"""A lunch rush: simulated customers who order through the product's public API and pay with test cards.

They know the product by its address alone. What they do is what a browser does: read the trucks and a menu, ask for a
payment, confirm it with a card, and ask whether it was paid.
"""
