"""Second factors: what a user shows besides the password, at sign-in and again before delicate actions.

A kind of factor is a function that verifies it, listed in `service.py`: codes in `codes.py`, passkeys in `passkeys.py`.
`second_factors` has a row for each factor of any kind; what belongs to one kind is in a table of its own.
Add, rename and remove one: `enrollment.py`.
Whether a session has shown a factor lately, and who must have one: `sessions.py` of `accounts`.
"""
