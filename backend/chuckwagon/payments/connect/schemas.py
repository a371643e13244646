"""Connected accounts in the published JSON."""

from typing import Annotated

from msgspec import Meta, Struct, field

from chuckwagon.gateways.stripe_accounts import Business

Id = Annotated[str, Meta(max_length=64)]
Url = Annotated[str, Meta(max_length=2000)]


class AccountRequest(Struct, rename="camel"):
    """Which truck gets an account. Without an e-mail address it is the owner's, else the truck's."""

    truck_id: Id
    email: Annotated[str, Meta(max_length=254)] | None = None
    business_type: Business | None = None


class AccountMade(Struct, rename="camel"):
    """The truck's account at the provider."""

    account_id: str
    success: bool = True


class LinkRequest(Struct, rename="camel"):
    """Which truck's owner goes to the onboarding, and where to come back to, both under `/admin/`."""

    truck_id: Id
    refresh_url: Url
    return_url: Url


class LinkMade(Struct, rename="camel"):
    """Where to send the browser; good for one visit."""

    url: str
    success: bool = True


class AccountRequirements(Struct):
    """What the provider still wants from the owner."""

    past_due: list[str] = field(default_factory=list)
    currently_due: list[str] = field(default_factory=list)


class AccountStatus(Struct, rename="camel"):
    """How far a truck's account is. `charges_enabled`: its share of a charge can be passed on to it."""

    has_stripe_account: bool
    onboarding_complete: bool = False
    charges_enabled: bool = False
    payouts_enabled: bool = False
    requirements: AccountRequirements = field(default_factory=AccountRequirements)
