"""From a draft to a truck that customers see: what it still needs, and who may do it. Start in `service.py`."""
