"""Weekly stops: `service.py` makes the stops of a series on the days that `wall_clock.list_days` lists."""
