"""JSON shapes of passkeys."""

from typing import Any

from msgspec import Struct

from chuckwagon.accounts.schemas import Name, Token
from chuckwagon.accounts.second_factors.schemas import Credential


class OptionsRequest(Struct):
    """With `token`, that of a sign-in that waits for its second factor; without, for a sign-in without a password."""

    token: Token | None = None


class OptionsAnswer(Struct):
    """`options` go to the browser's `navigator.credentials` as they are, in the JSON form of WebAuthn."""

    options: dict[str, Any]


class PasskeySignIn(Struct):
    """The passkey's answer. `remember` asks for 30 days instead of 24 hours."""

    credential: Credential
    remember: bool = False


class NewPasskey(Struct):
    """The new passkey's answer, and how the user calls it."""

    credential: Credential
    name: Name = "Passkey"


class RenameRequest(Struct):
    """The new name of a second factor."""

    name: Name
