"""Option sets: options that several menu items use. Start in `service.py`; how an item follows a set: `links.py`."""
