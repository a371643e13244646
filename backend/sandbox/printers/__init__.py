"""Paper printers: each asks the product for work, as Star's and Epson's do, and keeps what it has printed.

The printers and what can go wrong with them: `service.py`. What they say to the product: `protocols.py`.
"""
