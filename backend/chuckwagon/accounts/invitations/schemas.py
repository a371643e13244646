"""JSON shapes of invitations."""

from msgspec import Struct

from chuckwagon.accounts.schemas import Email, Name, Role, Text
from chuckwagon.kit.languages import Language


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
