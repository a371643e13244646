"""The web server's processes: start, workers, reload, end."""
