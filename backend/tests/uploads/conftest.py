"""The cast, and an upload as a browser sends it."""

import pytest

from tests.cast import Cast


@pytest.fixture
def cast(db, client):
    return Cast(db, client)


@pytest.fixture
def upload(client, cast):
    """POST /upload as somebody; `folder` and `role` as in the form and the cast."""

    def send(content, *, name="lunch.jpg", role="truck_admin", kind="image/jpeg", **form):
        return client.post(
            "/api/upload", files={"file": (name, content, kind)}, data=form, headers=cast.headers(role)
        )

    return send
