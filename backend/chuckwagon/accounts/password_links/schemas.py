"""JSON shapes of links that set a password, and of invitations."""

from typing import Literal

from msgspec import Struct

from chuckwagon.accounts.schemas import Email, Name, NewPassword, Role, Text, Token
from chuckwagon.kit.languages import Language


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
