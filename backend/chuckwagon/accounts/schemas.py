"""Accounts in the published JSON, and the rules of their forms."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from chuckwagon.core.addresses import is_email
from chuckwagon.core.errors import InvalidInput
from chuckwagon.core.text import has_control_characters, one_line

Role = Literal["admin", "superadmin"]
Text = Annotated[str, Meta(max_length=512)]

EMAIL_REQUIRED = "Email is required"
EMAIL_ODD = "Please enter a valid email address"
PASSWORD_REQUIRED = "Password is required"  # noqa: S105 - a sentence
PASSWORD_SHORT = "Password must be at least 6 characters"  # noqa: S105 - a sentence
PASSWORD_LONG = "Password must be at most 256 characters"  # noqa: S105 - a sentence
SIGN_IN_LEAST, SIGN_IN_MOST = 6, 256
LONGEST_NAME = 80


class UserAnswer(Struct, rename="camel"):
    """A member of the staff."""

    id: str = field(name="_id")
    email: str
    name: str
    role: Role
    truck_id: str | None
    truck_name: str | None
    is_active: bool


class UserBody(Struct):
    """One user under its name."""

    user: UserAnswer


class SignInAnswer(Struct):
    """The token to send as `Authorization: Bearer …`, and whose it is."""

    token: str
    user: UserAnswer


class SignInRequest(Struct):
    """The form of the sign-in screen. `remember` asks for 30 days instead of 24 hours."""

    email: str | None = None
    password: str | None = None
    remember: bool | None = None


class ProfileRequest(Struct, rename="camel"):
    """What people change about themselves; e-mail and password only with the present password."""

    name: Text | None = None
    email: Text | None = None
    current_password: Text | None = None
    new_password: Text | None = None


class RegisterRequest(Struct, rename="camel"):
    """A new member of the staff. A superadmin belongs to no truck, whatever `truckId` says."""

    email: Text
    name: Text
    password: Text
    role: Role
    truck_id: Text | None = None


class UserRequest(Struct, rename="camel"):
    """What is sent changes, the rest stays. `truckId: null` takes the truck away."""

    name: Text | None = None
    role: Role | None = None
    truck_id: Text | UnsetType | None = UNSET
    is_active: bool | None = None
    password: Text | None = None


class Credentials(msgspec.Struct, frozen=True):
    """A filled-in sign-in form."""

    email: str
    password: str
    is_remembered: bool


def read_sign_in(given: SignInRequest) -> Credentials:
    """The form, or InvalidInput with a sentence for each field that breaks its rule."""
    email, password = _plain_email(given.email), given.password or ""
    wrong = {"email": _email_problem(email), "password": _password_problem(password)}
    fields = {name: sentence for name, sentence in wrong.items() if sentence}
    if fields:
        raise InvalidInput(next(iter(fields.values())), fields=fields)
    return Credentials(email, password, bool(given.remember))


def read_email(given: str) -> str:
    """A new e-mail address, in the form in which it is looked up."""
    email = _plain_email(given)
    problem = _email_problem(email)
    if problem:
        raise InvalidInput(problem, fields={"email": problem})
    return email


def read_name(given: str) -> str:
    """A name for people."""
    name = one_line(given)
    if not name or len(name) > LONGEST_NAME or has_control_characters(name):
        sentence = f"Please enter a name of at most {LONGEST_NAME} characters" if name else "Name is required"
        raise InvalidInput(sentence, fields={"name": sentence})
    return name


def _plain_email(given: str | None) -> str:
    return (given or "").strip().lower()


def _email_problem(email: str) -> str | None:
    if not email:
        return EMAIL_REQUIRED
    return None if is_email(email) else EMAIL_ODD


def _password_problem(password: str) -> str | None:
    if not password:
        return PASSWORD_REQUIRED
    if len(password) < SIGN_IN_LEAST:
        return PASSWORD_SHORT
    return PASSWORD_LONG if len(password) > SIGN_IN_MOST else None
