"""Requests and responses of connected accounts."""

from typing import Annotated, Literal

from litestar.params import Body
from msgspec import Meta, Struct, field

BusinessType = Literal["individual", "company", "non_profit", "government_entity"]
Id = Annotated[str, Meta(max_length=64)]
Url = Annotated[str, Meta(max_length=2000)]


class AccountRequest(Struct, rename="camel"):
    """The truck that gets an account. The default e-mail address is the owner's, else the truck's."""

    truck_id: Id
    email: Annotated[str, Meta(max_length=254)] | None = None
    business_type: BusinessType | None = None


class AccountMade(Struct, rename="camel"):
    """The truck's account at Stripe."""

    account_id: str
    success: bool = True


class LinkRequest(Struct, rename="camel"):
    """The truck whose owner goes to the onboarding, and the return URLs, both under `/admin/`."""

    truck_id: Id
    refresh_url: Url
    return_url: Url


# Its name in the OpenAPI document stays as it was published.
LinkBody = Annotated[LinkRequest, Body(schema_component_key="payments_connect_schemas_LinkRequest")]


class LinkMade(Struct, rename="camel"):
    """The URL of the onboarding, good for one visit."""

    url: str
    success: bool = True


class AccountRequirements(Struct):
    """Details that Stripe still needs from the owner."""

    past_due: list[str] = field(default_factory=list)
    currently_due: list[str] = field(default_factory=list)


class AccountStatus(Struct, rename="camel"):
    """The state of a truck's account. `charges_enabled`: it can receive its share of a charge."""

    has_stripe_account: bool
    onboarding_complete: bool = False
    charges_enabled: bool = False
    payouts_enabled: bool = False
    requirements: AccountRequirements = field(default_factory=AccountRequirements)


class TruckAccountStatus(Struct, rename="camel"):
    """The state of the account of one truck; null where the truck is gone or Stripe did not tell it."""

    truck_id: str
    status: AccountStatus | None


class AccountStatuses(Struct):
    """The states of the accounts of several trucks, in the order of the request."""

    statuses: list[TruckAccountStatus]
