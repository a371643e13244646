"""JSON shapes of accounts, of the user's own sessions, of links that set a password and of invitations; validation."""

from typing import Annotated, Literal

import msgspec
from litestar.params import Body
from msgspec import UNSET, Meta, Struct, UnsetType, field

from chuckwagon.kit.errors import InvalidInput, raise_if_any
from chuckwagon.kit.sentences import EMAIL_INVALID, NAME_REQUIRED, Language, Sentence
from chuckwagon.kit.validation import (
    EMAIL_PATTERN,
    MAX_EMAIL_LENGTH,
    collapse_whitespace,
    has_control_characters,
    is_email,
    limited,
    trimmed,
)

Role = Literal["admin", "superadmin"]
Text = Annotated[str, Meta(max_length=512)]
MIN_SIGN_IN_LENGTH, MAX_SIGN_IN_LENGTH = 6, 256
EMAIL_REQUIRED = Sentence("Email is required", "email_required")
PASSWORD_REQUIRED = Sentence("Password is required", "password_required")
PASSWORD_TOO_SHORT = Sentence(
    f"Password must be at least {MIN_SIGN_IN_LENGTH} characters", "password_too_short", min=MIN_SIGN_IN_LENGTH
)
PASSWORD_TOO_LONG = Sentence(
    f"Password must be at most {MAX_SIGN_IN_LENGTH} characters", "password_too_long", max=MAX_SIGN_IN_LENGTH
)
MAX_NAME_LENGTH = 80
MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 128
Name = Annotated[Text, trimmed(MAX_NAME_LENGTH, min_length=1)]
Email = Annotated[Text, trimmed(MAX_EMAIL_LENGTH, pattern=EMAIL_PATTERN)]
Token = Annotated[str, Meta(max_length=200)]
NewPassword = Annotated[Text, limited(min_length=MIN_PASSWORD_LENGTH, max_length=MAX_PASSWORD_LENGTH)]


class InvitationState(Struct, rename="camel"):
    """The invitation of an account whose password was never set. It is over after 7 days, and after a restore."""

    invited_at: str
    is_over: bool


class UserAnswer(Struct, rename="camel"):
    """A member of the staff."""

    id: str = field(name="_id")
    email: str
    name: str
    role: Role
    truck_id: str | None
    truck_name: str | None
    is_active: bool
    # Null until one is chosen. The default is for idempotent responses that were stored before this field existed.
    language: Language | None = None
    # Only where they are true.
    has_second_factor: bool | UnsetType = UNSET
    needs_second_factor: bool | UnsetType = UNSET
    # Until the account has a password.
    invitation: InvitationState | UnsetType = UNSET
    # A new address that counts once its link was opened. Until then `email` stays.
    pending_email: str | UnsetType = UNSET


class UserBody(Struct):
    """One user under its name."""

    user: UserAnswer


class EmailChangeCancelled(Struct):
    """The user, whose address stays."""

    user: UserAnswer
    deleted: bool = True


class SignInAnswer(Struct):
    """The token to send as `Authorization: Bearer …`, and whose it is."""

    token: str
    user: UserAnswer


class SignInRequest(Struct):
    """The form of the sign-in screen. `remember` asks for 30 days instead of 24 hours."""

    email: Annotated[str | None, trimmed(MAX_EMAIL_LENGTH, pattern=EMAIL_PATTERN)] = None
    password: Annotated[str | None, limited(min_length=MIN_SIGN_IN_LENGTH, max_length=MAX_SIGN_IN_LENGTH)] = None
    remember: bool | None = None


class ProfileRequest(Struct, rename="camel"):
    """What people change about themselves; e-mail and password only with the present password.

    A new e-mail address counts once its link was opened: until then it is `pendingEmail` of the response. `language` is
    the one of their screens.
    """

    name: Name | None = None
    email: Email | None = None
    current_password: Text | None = None
    new_password: NewPassword | None = None
    language: Language | None = None


class RegisterRequest(Struct, rename="camel"):
    """A new member of the staff. A superadmin belongs to no truck, whatever `truckId` says."""

    email: Email
    name: Name
    password: NewPassword
    role: Role
    truck_id: Text | None = None


class UserRequest(Struct, rename="camel"):
    """What is sent changes, the rest stays. `truckId: null` takes the truck away."""

    name: Name | None = None
    role: Role | None = None
    truck_id: Text | UnsetType | None = UNSET
    is_active: bool | None = None
    password: NewPassword | None = None


class Credentials(msgspec.Struct, frozen=True):
    """Valid input of the sign-in form."""

    email: str
    password: str
    is_remembered: bool


def read_sign_in(given: SignInRequest) -> Credentials:
    """Validate the sign-in form. Raises InvalidInput with one sentence per invalid field."""
    email, password = _normalize_email(given.email), given.password or ""
    wrong = {"email": _email_problem(email), "password": _password_problem(password)}
    fields = {name: sentence for name, sentence in wrong.items() if sentence}
    raise_if_any(fields)
    return Credentials(email, password, bool(given.remember))


def read_email(given: str) -> str:
    """Validate and normalize a new e-mail address. Raises InvalidInput."""
    email = _normalize_email(given)
    problem = _email_problem(email)
    if problem:
        raise InvalidInput(problem, fields={"email": problem})
    return email


def read_name(given: str) -> str:
    """Validate the name of a person. Raises InvalidInput."""
    name = collapse_whitespace(given)
    if not name or len(name) > MAX_NAME_LENGTH or has_control_characters(name):
        text = f"Please enter a name of at most {MAX_NAME_LENGTH} characters"
        sentence = Sentence(text, "name_invalid", max=MAX_NAME_LENGTH) if name else NAME_REQUIRED
        raise InvalidInput(sentence, fields={"name": sentence})
    return name


def _normalize_email(given: str | None) -> str:
    return (given or "").strip().lower()


def _email_problem(email: str) -> Sentence | None:
    if not email:
        return EMAIL_REQUIRED
    return None if is_email(email) else EMAIL_INVALID


def _password_problem(password: str) -> Sentence | None:
    if not password:
        return PASSWORD_REQUIRED
    if len(password) < MIN_SIGN_IN_LENGTH:
        return PASSWORD_TOO_SHORT
    return PASSWORD_TOO_LONG if len(password) > MAX_SIGN_IN_LENGTH else None


class SessionAnswer(Struct, rename="camel"):
    """One session. `userAgent` and `network` are those of the sign-in; null for sessions opened by earlier versions.

    `network` is the IPv4 /24 or IPv6 /48 of the address, as the audit log stores it.
    """

    id: str = field(name="_id")
    user_agent: str | None
    network: str | None
    is_remembered: bool
    is_current: bool
    signed_in_at: str
    last_used_at: str


class SessionsAnswer(Struct):
    """Sessions that are not over: the one of the request first, then the newest used."""

    sessions: list[SessionAnswer]


class SessionsEnded(Struct):
    """How many sessions were ended."""

    ended: int
    deleted: bool = True


class ResetRequest(Struct, rename="camel"):
    """The address of an account whose password was forgotten.

    With `keepPassword` the link sets no password, but opens the sign-in on the device on which it is opened.
    """

    email: Email
    keep_password: bool | None = None


class ResetAnswer(Struct):
    """The same for every address."""

    accepted: bool


class LinkRequest(Struct):
    """The token of a link."""

    token: Token


# Its name in the OpenAPI document stays as it was published.
LinkBody = Annotated[LinkRequest, Body(schema_component_key="accounts_password_links_schemas_LinkRequest")]


class LinkAnswer(Struct, rename="camel", omit_defaults=True):
    """What a link is for, and its account. Of an invitation the name, the role and the truck, too."""

    kind: Literal["reset", "invitation", "sign_in"]
    email: str
    name: str | None = None
    role: Role | None = None
    truck_name: str | None = None


class SetPasswordRequest(Struct):
    """The token of a link and the new password."""

    token: Token
    password: NewPassword


class SetPasswordAnswer(Struct, rename="camel"):
    """The password is set, and all sessions of the account have ended."""

    is_set: bool


class DeviceAnswer(Struct, rename="camel"):
    """The account knows this device now. Sign in on it as always."""

    is_known: bool


class InvitationRequest(Struct, rename="camel"):
    """A new member of the staff, who sets the password. `language` is that of the e-mail.

    A superadmin belongs to no truck, whatever `truckId` says.
    """

    email: Email
    name: Name
    role: Role
    language: Language
    truck_id: Text | None = None


class WithdrawnAnswer(Struct, rename="camel"):
    """The invitation and its account are deleted."""

    is_withdrawn: bool
    deleted: bool = True
