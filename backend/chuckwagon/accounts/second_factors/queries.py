"""Queries of second factors."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.accounts.second_factors.models import RECOVERY_CODE, RecoveryCode, SecondFactor


def has_second_factor() -> sa.ColumnElement[bool]:
    """SQL condition: the user of the selected row has a second factor."""
    return sa.exists().where(SecondFactor.user_id == User.id)


def user_has_factor(session: Session, user_id: str) -> bool:
    """Whether this user has a second factor."""
    return session.scalar(sa.select(SecondFactor.id).where(SecondFactor.user_id == user_id).limit(1)) is not None


def list_factors(session: Session, user_id: str) -> list[SecondFactor]:
    """The user's factors, the oldest first."""
    query = sa.select(SecondFactor).where(SecondFactor.user_id == user_id)
    return list(session.scalars(query.order_by(SecondFactor.created_at, SecondFactor.id)))


def count_recovery_codes(session: Session, user_id: str) -> int:
    """How many recovery codes the user has not used."""
    query = sa.select(sa.func.count()).select_from(RecoveryCode).where(RecoveryCode.user_id == user_id)
    return session.scalar(query) or 0


def list_methods(session: Session, user_id: str) -> list[str]:
    """The kinds of proof that the user can give, sorted; none without a factor."""
    of_user = sa.select(SecondFactor.kind).where(SecondFactor.user_id == user_id).distinct()
    kinds = sorted(session.scalars(of_user))
    return [*kinds, RECOVERY_CODE] if kinds and count_recovery_codes(session, user_id) else kinds
