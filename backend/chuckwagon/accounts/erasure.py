"""Erases a staff account. Its row stays with a neutral name, because what the person did refers to it."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import sessions, throttle
from chuckwagon.accounts.models import (
    ADMIN,
    ERASED_PREFIX,
    NO_PASSWORD,
    AuthenticatorSetup,
    KnownDevice,
    KnownSignInAddress,
    PasswordLink,
    RecoveryCode,
    SecondFactor,
    User,
)
from chuckwagon.accounts.throttle import proof_account
from chuckwagon.kit.languages import ENGLISH

FORMER = "Former user"


def is_erased(email: str) -> bool:
    """Whether an address stands for that of an erased account."""
    return email.startswith(ERASED_PREFIX)


def next_former_name(session: Session) -> str:
    """The next free neutral name. The caller holds a lock that all erasures take."""
    names = session.scalars(sa.select(User.name).where(User.email.startswith(ERASED_PREFIX)))
    numbers = [int(name.removeprefix(f"{FORMER} ")) for name in names]
    return f"{FORMER} {max(numbers, default=0) + 1}"


def erase_account(session: Session, user: User, new_name: str) -> None:
    """Erase the account: its address, password, factors, sessions with their push devices, and sign-in rows."""
    for account in (user.email, proof_account(user.id)):
        throttle.clear_failures(session, account)
    sessions.end_other_sessions(session, user.id, "")
    of_user = sa.or_(PasswordLink.user_id == user.id, PasswordLink.email == user.email)
    session.execute(sa.delete(PasswordLink).where(of_user).execution_options(synchronize_session=False))
    for model in (SecondFactor, RecoveryCode, AuthenticatorSetup, KnownDevice, KnownSignInAddress):
        gone = sa.delete(model).where(model.user_id == user.id)
        session.execute(gone.execution_options(synchronize_session=False))
    user.email, user.name, user.password_hash = f"{ERASED_PREFIX}{user.id}", new_name, NO_PASSWORD
    user.role, user.truck_id, user.is_active = ADMIN, None, False
    user.language, user.has_chosen_language = ENGLISH, False
    session.flush()
