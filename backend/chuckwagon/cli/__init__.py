"""The commands of `chuckwagon`: a place to start.

`serve` and `worker` are declared in `main.py`, the other commands in `database.py` and `admin.py`; `COMMANDS` of
`main.py` lists them. The other modules are what a command does, imported when it runs.
"""
