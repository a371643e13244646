"""Content security policy sources for Stripe.js."""

from chuckwagon.settings import Settings
from chuckwagon.web.security_headers import CspSources

SCRIPT_ORIGINS = ("https://js.stripe.com", "https://*.js.stripe.com")
API_ORIGIN = "https://api.stripe.com"
BANK_ORIGIN = "https://hooks.stripe.com"
# The billing address form autocompletes places.
MAPS_ORIGIN = "https://maps.googleapis.com"


def payment_sources(settings: Settings) -> CspSources:
    """Stripe's origins, and in sandbox mode also the sandbox's."""
    sandbox = (settings.sandbox_origin,) if settings.sandbox else ()
    return CspSources(
        scripts=(*SCRIPT_ORIGINS, MAPS_ORIGIN, *sandbox),
        connections=(API_ORIGIN, MAPS_ORIGIN, *sandbox),
        frames=(*SCRIPT_ORIGINS, BANK_ORIGIN, *sandbox),
        payment_frames=(SCRIPT_ORIGINS[0], *sandbox),
        push=sandbox,
    )
