"""Receipt printers of a truck, and the jobs that wait for them, written where their cause is stored.

- The rows of printers, jobs and their images: `models.py`. A job for an order, a change or cash: `enqueue.py`.
- Register, change, delete and test a printer: `service.py`; its routes: `printing/routes.py`.

What is on the paper, and the protocols in which printers ask for it, are in `printing`, which is above orders.

Why: docs/decisions/0064-printers-that-ask.md
"""
