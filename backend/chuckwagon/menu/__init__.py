"""Menus: a place to start.

- Add, change, copy, reorder and archive items: `service.py`, `item_store.py`. Validate them: `item_validation.py`.
- Share options between items: `option_sets/service.py`; how items follow a set: `option_sets/links.py`.
- Sell out and bring back: `availability_service.py`. Count stock: `stock/service.py`.
- Find trucks and items by words: `search.py`, `today.py`.
- Read a menu: `queries.py`; for pricing: `cart_items.py`. Export it: `csv/export.py`; import: `imports/__init__.py`.
"""
