"""Storing an image: files before the row, concurrent uploads, and a folder that is not writable."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from chuckwagon.integrations import storage as gateway
from chuckwagon.media.models import StoredImage
from tests.media import corpus

PHOTO = corpus.encoded(corpus.corners(), "JPEG", quality=90)


def rows(db) -> int:
    with db.reading() as session:
        return session.scalar(sa.select(sa.func.count()).select_from(StoredImage))


def test_a_folder_that_cannot_be_written_to_notes_nothing(upload, db, settings, stored):
    before = stored()
    settings.uploads_dir.mkdir(exist_ok=True)
    wall = settings.uploads_dir / "trucks"
    aside = settings.uploads_dir / "aside"
    if wall.exists():
        wall.rename(aside)
    wall.write_text("not a folder")
    try:
        answer = upload(PHOTO, folder="trucks")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert rows(db) == 0
    finally:
        wall.unlink()
        if aside.exists():
            aside.rename(wall)
    assert stored() == before


def test_files_come_before_the_row(upload, monkeypatch, db):
    """A crash in between leaves unreferenced files. Repeating the upload completes it."""
    seen = []
    real = gateway.FileStore.put

    def put(store, key, content):
        seen.append((key, rows(db)))
        if key.endswith("-1280.webp"):
            raise gateway.StoreUnavailable
        real(store, key, content)

    with monkeypatch.context() as broken:
        broken.setattr(gateway.FileStore, "put", put)
        assert upload(PHOTO).status_code == 503
    assert [count for _key, count in seen] == [0, 0, 0]
    assert [key.rsplit("-", 1)[1] for key, _count in seen] == ["320.webp", "640.webp", "1280.webp"]
    assert rows(db) == 0
    answer = upload(PHOTO)
    assert answer.status_code == 201
    assert rows(db) == 1


@pytest.mark.parametrize("different", [4, pytest.param(18, marks=pytest.mark.proof)])
def test_many_at_once_all_arrive(upload, cast, client, db, different):
    sizes = [(700 + 10 * number, 500) for number in range(different)]
    contents = [corpus.encoded(corpus.corners(size), "JPEG") for size in sizes]
    crowd = [*contents, contents[0], contents[0]]
    for role in ("truck_admin", "other_admin"):
        cast.headers(role)  # signed in before the concurrent uploads
    together = threading.Barrier(len(crowd))

    def one(number: int):
        together.wait()
        return upload(crowd[number], role=("truck_admin", "other_admin")[number % 2])

    with ThreadPoolExecutor(len(crowd)) as pool:
        answers = list(pool.map(one, range(len(crowd))))
    assert [answer.status_code for answer in answers] == [201] * len(crowd)
    assert rows(db) == different
    assert len({answer.json()["url"] for answer in answers}) == different
    for answer in answers:
        assert client.get(answer.json()["url"]).status_code == 200
