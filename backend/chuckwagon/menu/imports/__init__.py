"""Import of menus from files: a place to start.

- From upload to undo: `service.py`, `routes.py`. What each item does to the menu: `plan.py`.
- Files to tables, in a limited subprocess: `reading.py`, `workbooks.py`.
- Tables to items: `shapes.py` finds the system, `own.py` reads our columns, `systems/` the exports of others.
- What the subprocess makes of files, and its limits: `files.py`. The table in a sheet: `tables.py`.
- What a reader finds: `found.py`. Take an import back: `undo.py`.

Why: docs/decisions/0071-menu-imports.md
"""
