"""Who must have a second factor, by the setting CHUCKWAGON_REQUIRE_SECOND_FACTOR."""

from typing import Literal

import msgspec

from chuckwagon.accounts.models import SUPERADMIN
from chuckwagon.accounts.schemas import UserAnswer
from chuckwagon.kit.errors import Conflict, NotAllowed

Requirement = Literal["none", "superadmins", "everyone"]


class SecondFactorRequired(NotAllowed):
    """The user has to set up a second factor before anything else."""

    code = "second_factor_required"
    sentence = "Your account needs a second factor. Set one up in your profile, under Security."


class LastFactorRequired(Conflict):
    code = "last_factor_required"
    sentence = "Your account needs a second factor. Add another one before you remove this one."


def is_required(requirement: Requirement, role: str) -> bool:
    """Whether users with this role must have a second factor."""
    return requirement == "everyone" or (requirement == "superadmins" and role == SUPERADMIN)


def mark_requirement(user: UserAnswer, requirement: Requirement) -> UserAnswer:
    """Return the user with `needs_second_factor` set if one is required and missing, for the user's own screens."""
    is_missing = is_required(requirement, user.role) and user.has_second_factor is not True
    return msgspec.structs.replace(user, needs_second_factor=True) if is_missing else user
