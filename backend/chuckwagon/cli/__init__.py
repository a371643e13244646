"""The commands of `chuckwagon`: a place to start.

Commands are declared in `serve.py`, `database.py` and `admin.py`, and listed in `COMMANDS` of `main.py`. The other
modules are what a command does, imported when it runs.
"""
