"""Menus: a place to start.

- Add, change, copy, reorder and archive items: `service.py`, `item_store.py`. Validate them: `item_validation.py`.
- Share options between items: `option_sets.py`; how items follow a set: `option_set_links.py`.
- Sell out and bring back: `service.py`; when an item is on sale: `availability.py`. Count stock: `stock.py`.
- Find trucks and items by words: `today.py`.
- Read a menu: `queries.py`; for pricing: `cart_items.py`. Export it: `csv_files.py`; import: `imports/__init__.py`.
- Rows of counted stock: `stock_rows.py`. Cells of a spreadsheet: `csv_cells.py`. Other languages: `translations.py`.
- Diets and allergens: `diets.py`. What is to be stored of an item: `drafts.py`.
"""
