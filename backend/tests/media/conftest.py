"""Fixtures that upload an image and list stored files and rows."""

import pytest
import sqlalchemy as sa

from chuckwagon.media.models import StoredImage


@pytest.fixture
def upload(client, cast):
    """Upload as a role. Keyword arguments such as `folder` are the form's other fields."""

    def send(content, *, name="lunch.jpg", role="truck_admin", kind="image/jpeg", **form):
        return client.post("/api/upload", files={"file": (name, content, kind)}, data=form, headers=cast.headers(role))

    return send


@pytest.fixture
def stored(db, settings):
    """List the names of all stored files and the stems of all image rows."""

    def look() -> tuple[set[str], set[str]]:
        files = {str(path.relative_to(settings.uploads_dir)) for path in settings.uploads_dir.rglob("*.*")}
        with db.reading() as session:
            return files, set(session.scalars(sa.select(StoredImage.stem)))

    return look
