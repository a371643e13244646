"""JSON shapes of second factors."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from chuckwagon.accounts.models import SecondFactor
from chuckwagon.accounts.schemas import Name, Text, Token
from chuckwagon.kit.clock import to_iso

Method = Literal["authenticator", "passkey", "recovery_code"]
Code = Annotated[str, Meta(max_length=40)]
Credential = dict[str, Any]
"""What a passkey answers, in the JSON form of WebAuthn. The library checks it."""


class PendingAnswer(Struct, rename="camel"):
    """The password was right. `token` goes to POST /api/auth/second-factor with a proof by one of the methods."""

    token: str
    methods: list[Method]
    expires_at: str


class SecondFactorNeeded(Struct, rename="camel"):
    """The answer to a sign-in with the right password of a user who has a second factor."""

    second_factor: PendingAnswer


class ProofRequest(Struct, rename="camel"):
    """A proof of the second factor: the code of an authenticator app, a passkey's answer, or a recovery code."""

    code: Code | None = None
    recovery_code: Code | None = None
    passkey: Credential | None = None


class SecondStepRequest(ProofRequest, kw_only=True, rename="camel"):
    """The second step of a sign-in, with the token of the first one."""

    token: Token


class ReproofRequest(ProofRequest, rename="camel"):
    """A new proof in a session. Users without a second factor send their password."""

    password: Text | None = None


class ProofAnswer(Struct, rename="camel"):
    """Until when no other proof is asked for in this session."""

    proven_until: str


class FactorAnswer(Struct, rename="camel"):
    """A second factor, without its secret."""

    id: str = field(name="_id")
    kind: Literal["authenticator", "passkey"]
    name: str
    created_at: str
    used_at: str | None


class SecurityAnswer(Struct, rename="camel"):
    """How the user's account is protected. `isRequired`: the last factor cannot be removed."""

    factors: list[FactorAnswer]
    recovery_codes_left: int
    is_required: bool


class SetupAnswer(Struct):
    """The secret of an authenticator app. It is not shown again."""

    secret: str
    uri: str


class ConfirmRequest(Struct):
    """The code that the app shows, and how the user calls the app."""

    code: Code
    name: Name = "Authenticator app"


class CodesAnswer(Struct, rename="camel"):
    """New recovery codes, in place of all earlier ones. They are not shown again."""

    recovery_codes: list[str]


class FactorAdded(Struct, rename="camel"):
    """The factor counts now. With the first one come recovery codes, which are not shown again."""

    security: SecurityAnswer
    recovery_codes: list[str]


class FactorsRemoved(Struct):
    """How many factors the user had."""

    removed: int
    deleted: bool = True


def describe_factor(factor: SecondFactor) -> FactorAnswer:
    """A factor in the API's format."""
    used_at = to_iso(factor.used_at) if factor.used_at else None
    kind: Literal["authenticator", "passkey"] = factor.kind  # type: ignore[assignment]
    return FactorAnswer(
        id=factor.id, kind=kind, name=factor.name, created_at=to_iso(factor.created_at), used_at=used_at
    )


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
