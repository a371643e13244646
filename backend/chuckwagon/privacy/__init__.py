"""Personal data: a place to start.

- Erase a customer: `service.py`, which calls `erasure.py` of `orders`, `payments` and `notifications`.
- Erase a staff account: `service.py`, which calls `accounts/service.py`.
- Export a customer: `export.py`. Erase what is old: `retention.py`.
- Keep erasures through a restore: `restore_carry_over.py`; staff accounts and opt-outs: `restored_accounts.py`.
"""
