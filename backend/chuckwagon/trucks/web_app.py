"""The web app that a customer installs from a truck's page (W3C Web Application Manifest)."""

from msgspec import Struct

from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.schemas import PublicTruck

MANIFEST = "application/manifest+json"
BACKGROUND = "#FFF8EE"  # the paper of the light theme, behind the icon while the app starts


class ManifestIcon(Struct):
    src: str
    sizes: str
    type: str = "image/png"
    purpose: str = "any"


ICONS = (
    ManifestIcon("/icon-192.png", "192x192"),
    ManifestIcon("/icon-512.png", "512x512"),
    ManifestIcon("/icon-maskable-512.png", "512x512", purpose="maskable"),
)


class WebAppManifest(Struct):
    """Each truck is an app of its own, named after it; it may go anywhere on the site, to other trucks as well."""

    id: str
    name: str
    short_name: str
    description: str
    start_url: str
    icons: tuple[ManifestIcon, ...]
    scope: str = "/"
    display: str = "standalone"
    background_color: str = BACKGROUND
    theme_color: str = BACKGROUND


def build_manifest(truck: PublicTruck | Truck, start_url: str | None = None) -> WebAppManifest:
    """The manifest of a truck's app, which opens the truck's page unless `start_url` names another.

    The truck's ID names the app, so that a new slug does not install a second one.
    """
    return WebAppManifest(
        id=f"/{truck.id}",
        name=truck.name,
        short_name=truck.name,
        description=truck.short_description,
        start_url=start_url or f"/{truck.slug}",
        icons=ICONS,
    )
