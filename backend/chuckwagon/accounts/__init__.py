"""Users, sign-in, sessions and permissions: a place to start.

- Sign in and out, and manage staff: `service.py`; slow guesses down, but not known browsers: `throttle.py`.
- Sessions: `sessions.py`. What each role may do: `permissions.py`, checked by `guards.py`.
- Second factors and passkeys: `second_factors/service.py`, `second_factors/enrollment.py`.
- Links by e-mail, invitations among them: `password_links.py`, `email_change.py`; sent by `jobs.py`.
- What the ways to sign in share: `sign_in.py`. Passwords: `passwords.py`. Tell users of changes: `security_notices.py`.
"""
