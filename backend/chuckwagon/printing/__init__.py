"""Paper that comes by itself: what is printed, how it is drawn, and the protocols in which printers ask for it.

- Print an order again, decide about jobs that are held back or have failed: `service.py`.
- A printer asks, fetches, says that it has printed: `handout.py`, in the words of `star.py` and `epson.py`.
- What stands on tickets, slips, receipts and sheets: `documents.py`, in the languages of `words.py`.
- How that becomes an image: `drawing.py`, with the characters of `glyphs.py`.
- A printer that asks the same again is answered out of memory: `idle_polls.py`. What the worker does: `jobs.py`.
- Read jobs, and what `chuckwagon doctor` looks at: `queries.py`. The routes of printers stand in `routes.py`, too.

Registering printers, the rows, and what causes jobs are in `printers`.

Why: docs/decisions/0064-printers-that-ask.md
"""
