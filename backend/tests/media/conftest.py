"""The cast, an upload as a browser sends it, and what is in the store and the table afterwards."""

import pytest
import sqlalchemy as sa

from chuckwagon.uploads.models import Picture


@pytest.fixture
def upload(client, cast):
    """POST /upload as somebody; `folder` and the like are the form's other fields."""

    def send(content, *, name="lunch.jpg", role="truck_admin", kind="image/jpeg", **form):
        return client.post(
            "/api/upload", files={"file": (name, content, kind)}, data=form, headers=cast.headers(role)
        )

    return send


@pytest.fixture
def stored(db, settings):
    """The names of all stored files, and the stems of all pictures that the product knows."""

    def look() -> tuple[set[str], set[str]]:
        files = {str(path.relative_to(settings.uploads_dir)) for path in settings.uploads_dir.rglob("*.*")}
        with db.reading() as session:
            return files, set(session.scalars(sa.select(Picture.stem)))

    return look
