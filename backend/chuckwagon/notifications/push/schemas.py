"""JSON shapes of renewed subscriptions."""

from typing import Annotated

from msgspec import Meta, Struct

from chuckwagon.push.models import MAX_ENDPOINT_LENGTH
from chuckwagon.push.schemas import BrowserSubscription


class RenewalRequest(Struct, rename="camel"):
    """A browser's new subscription, and the endpoint of the one that it replaces."""

    old_endpoint: Annotated[str, Meta(max_length=MAX_ENDPOINT_LENGTH)]
    subscription: BrowserSubscription


class RenewalAnswer(Struct):
    """The same whether the old endpoint is known or not."""

    accepted: bool
