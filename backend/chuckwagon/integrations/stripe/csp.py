"""What the payment provider's script needs of the page that it runs in."""

from chuckwagon.core.headers import Sources
from chuckwagon.settings import Settings

SCRIPT_ORIGINS = ("https://js.stripe.com", "https://*.js.stripe.com")
API_ORIGIN = "https://api.stripe.com"
BANK_ORIGIN = "https://hooks.stripe.com"
# The form of the billing address looks places up.
MAPS_ORIGIN = "https://maps.googleapis.com"


def payment_sources(settings: Settings) -> Sources:
    """The provider's origins; in sandbox mode also the sandbox's."""
    sandbox = (settings.sandbox_origin,) if settings.sandbox else ()
    return Sources(
        scripts=(*SCRIPT_ORIGINS, MAPS_ORIGIN, *sandbox),
        calls=(API_ORIGIN, MAPS_ORIGIN, *sandbox),
        frames=(*SCRIPT_ORIGINS, BANK_ORIGIN, *sandbox),
        payers=(SCRIPT_ORIGINS[0], *sandbox),
    )
