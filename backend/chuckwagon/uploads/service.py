"""Pictures of trucks and dishes: made small and safe, stored, and known again by their address.

Whatever was uploaded is drawn anew; no byte of it, no name and no metadata reaches the store.
"""

import re

from sqlalchemy.orm import Session

from chuckwagon.uploads.models import Picture

VARIANT_WIDTHS = (320, 640, 1280)

_ADDRESS = re.compile(r"(/uploads/[a-z0-9-]+/[a-z0-9-]+)-([0-9]{1,4})\.webp")


def is_own_picture(session: Session, url: str) -> bool:
    """Whether an upload (or the demo) gave this address, for the largest variant or a smaller one."""
    found = _ADDRESS.fullmatch(url)
    picture = session.get(Picture, found.group(1)) if found else None
    return picture is not None and found is not None and int(found.group(2)) in _widths(picture.width)


def _widths(largest: int) -> list[int]:
    """The widths in which a picture is kept: the steps below its largest one, and that one."""
    return [width for width in VARIANT_WIDTHS if width < largest] + [largest]
