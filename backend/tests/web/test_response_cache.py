"""Public answers kept in memory: the same bytes for everybody, and never those of before a change."""

import gzip
import itertools
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import brotli
import httpx
import pytest
import sqlalchemy as sa

from chuckwagon.app import create_app
from chuckwagon.core import changes, clock
from chuckwagon.core.changes import Change
from chuckwagon.core.db import Database
from chuckwagon.core.freshness import ALL_TRUCKS, Freshness, Shown, freshness_of
from chuckwagon.core.ready import ReadyAnswers
from chuckwagon.menu.models import MenuItem
from chuckwagon.trucks.models import Truck
from tests.factories import make_item, make_truck
from tests.servers import LiveServer, bound_socket, wait_until

pytestmark = pytest.mark.dialect

GROUPS = [("Salsa", 0, 3, [("Verde", 50), ("Roja", 50), ("Habanero", 75)])]


@pytest.fixture
def street(settings, db) -> Iterator[httpx.Client]:
    """The product as it is served: with its memory."""
    bound = bound_socket()
    server = LiveServer(create_app(settings, db=db), bound)
    with httpx.Client(base_url=server.url, headers={"Accept-Encoding": "identity"}) as http:
        yield http
    server.stop()
    bound.close()


@pytest.fixture
def truck(db) -> Truck:
    made = make_truck(db, "Spice Route", description="Long enough to be worth compressing. " * 30)
    make_item(db, made, "Taco", 450, GROUPS)
    return made


@pytest.fixture
def addresses(truck) -> list[str]:
    return ["/api/trucks/public", f"/api/trucks/by-slug/{truck.slug}", f"/api/menu-items/public/{truck.id}"]


@pytest.fixture
def selects(db) -> Iterator[Callable[[], int]]:
    """How many times the public's tables were read since the last look."""
    seen: list[str] = []

    def note(_connection, _cursor, statement, *_rest) -> None:
        if "FROM trucks" in statement or "FROM menu_items" in statement:
            seen.append(statement)

    def count() -> int:
        found = len(seen)
        seen.clear()
        return found

    sa.event.listen(db.engine, "before_cursor_execute", note)
    yield count
    sa.event.remove(db.engine, "before_cursor_execute", note)


def warm(street: httpx.Client, address: str) -> httpx.Response:
    """The answer once the process is sure of what it keeps."""
    street.get(address)
    wait_until(lambda: street.get(address).is_success)
    return street.get(address)


def settled(street, selects, address) -> None:
    """Until the answer comes from memory."""

    def from_memory() -> bool:
        selects()
        street.get(address)
        return selects() == 0

    wait_until(from_memory)


def test_the_second_answer_is_the_first_and_asks_no_table(street, addresses, selects):
    for address in addresses:
        first = street.get(address)
        settled(street, selects, address)
        again = street.get(address)
        assert selects() == 0
        assert (again.content, again.headers["etag"]) == (first.content, first.headers["etag"])
        assert again.headers["cache-control"] == "no-cache"
        assert again.headers["content-type"] == first.headers["content-type"] == "application/json"


def test_a_change_here_is_seen_by_the_very_next_reader(street, db, addresses, truck, selects):
    for number in range(5):
        for address in addresses:
            settled(street, selects, address)

        def rename(session, number=number):
            values = {"name": f"Name {number}"}
            session.execute(sa.update(Truck).where(Truck.id == truck.id).values(values))
            session.execute(sa.update(MenuItem).where(MenuItem.truck_id == truck.id).values(values))
            changes.announce(session, truck.id, changes.TRUCK, truck.id)

        db.write(rename)
        for address in addresses:
            assert f'"Name {number}"' in street.get(address).text


def test_a_change_by_another_process_is_seen(street, db, settings, addresses, truck, selects):
    """Another process rings no bell here: the rows alone have to do."""
    for address in addresses:
        settled(street, selects, address)
    elsewhere = sa.create_engine(db.url) if not db.is_sqlite else None
    statements = [
        sa.update(Truck).where(Truck.id == truck.id).values(name="Elsewhere"),
        sa.update(MenuItem).where(MenuItem.truck_id == truck.id).values(name="Elsewhere"),
        sa.insert(Change).values(truck_id=truck.id, kind="truck", subject_id=truck.id, at=clock.now()),
    ]
    if elsewhere is None:
        db.write(lambda session: [session.execute(one) for one in statements])
    else:
        with elsewhere.begin() as connection:
            for one in statements:
                connection.execute(one)
        elsewhere.dispose()
    for address in addresses:
        wait_until(lambda address=address: "Elsewhere" in street.get(address).text)


def test_another_trucks_change_leaves_the_rest_in_memory(street, db, addresses, truck, selects):
    other = make_truck(db, "Other Truck")
    for address in addresses:
        settled(street, selects, address)
    db.write(lambda session: changes.announce(session, other.id, changes.MENU, other.id))
    wait_until(lambda: (selects(), street.get(addresses[2]), selects())[2] == 0)
    for address in addresses[1:]:
        street.get(address)
    assert selects() == 0


def test_an_order_moves_nothing(db):
    freshness = freshness_of(db)
    try:
        stamp = wait_until(lambda: (freshness.stamp() is not None and [freshness.stamp()]) or None)
        db.write(lambda session: changes.announce(session, "a" * 24, changes.ORDER, "b" * 24))
        assert [freshness.stamp()] == stamp
    finally:
        freshness.close()


def test_a_crowd_that_comes_at_once_is_read_for_once(street, addresses, selects):
    street.get("/health")
    settled(street, selects, addresses[0])  # sure of what is fresh, and these two not read yet
    selects()
    with ThreadPoolExecutor(24) as pool:
        found = list(pool.map(lambda _: street.get(addresses[2]).content, range(24)))
    assert len(set(found)) == 1
    assert 1 <= selects() <= 8  # one menu is three to five selects


def test_time_alone_ends_an_answer(db):
    kept = ReadyAnswers(Sure())
    until = clock.now() + timedelta(seconds=30)
    kept._keep("/a", answer(until=until))
    assert kept.find("/a") is not None
    kept._keep("/a", answer(until=clock.now() - timedelta(milliseconds=1)))
    assert kept.find("/a") is None


def test_who_is_not_sure_keeps_quiet():
    freshness = Sure()
    kept = ReadyAnswers(freshness)
    kept._keep("/a", answer())
    freshness.is_sure = False
    assert kept.find("/a") is None
    freshness.is_sure = True
    assert kept.find("/a") is not None


def test_memory_is_bounded_and_the_oldest_go_first():
    kept = ReadyAnswers(Sure(), most_bytes=10 * 2048)
    for number in range(100):
        kept._keep(f"/{number}", answer(body=b"x" * 1024))
    assert kept._bytes <= 10 * 2048
    assert [kept.find(f"/{number}") is not None for number in (0, 89, 90, 99)] == [False, False, True, True]


def test_each_encoding_is_the_same_text_under_its_own_tag(street, addresses):
    address = addresses[1]
    plain = warm(street, address)
    for encoding, unpack in (("br", brotli.decompress), ("gzip", gzip.decompress)):
        with street.stream("GET", address, headers={"Accept-Encoding": f"{encoding};q=0.5"}) as packed:
            raw = b"".join(packed.iter_raw())
        assert packed.headers["content-encoding"] == encoding
        assert packed.headers["content-length"] == str(len(raw))
        assert unpack(raw) == plain.content
        assert packed.headers["etag"] == plain.headers["etag"][:-1] + f'-{encoding}"'
        assert packed.headers["vary"] == "Authorization, Accept-Encoding"
    for refused in ("identity", "br;q=0, gzip; q=0", "zstd", "*"):
        answered = street.get(address, headers={"Accept-Encoding": refused})
        assert "content-encoding" not in answered.headers


@pytest.mark.parametrize("encoding", ["identity", "br", "gzip"])
def test_who_has_the_bytes_is_told_so(street, addresses, encoding):
    for address in addresses:
        had = street.get(address, headers={"Accept-Encoding": encoding})
        headers = {"Accept-Encoding": encoding, "If-None-Match": f'"else", W/{had.headers["etag"]}'}
        again = street.get(address, headers=headers)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == had.headers["etag"]
        assert again.headers["vary"] == had.headers["vary"]
        assert street.get(address, headers={"If-None-Match": '"else"'}).status_code == 200


def test_head_has_the_headers_and_no_body(street, addresses):
    for address in addresses:
        whole, head = warm(street, address), street.head(address)
        assert head.content == b""
        assert head.headers["content-length"] == str(len(whole.content))


def test_staff_and_public_never_get_each_others_answer(street, cast, settings):
    address = f"/api/trucks/by-slug/{cast.truck.slug}"
    for _ in range(3):
        staff = street.get(address, headers=cast.headers("truck_admin"))
        assert "owner" in staff.json()
        assert staff.headers["cache-control"] == "no-store"
        assert "owner" not in street.get(address).json()


def test_an_absent_truck_is_not_remembered(street, db):
    address = "/api/trucks/by-slug/later-truck"
    assert [street.get(address).status_code for _ in range(3)] == [404] * 3
    make_truck(db, "Later Truck")
    assert street.get(address).status_code == 200


def test_a_crowd_reads_while_it_changes_and_nobody_reads_the_past(street, db, truck):
    """Each reader starts after a change was answered, so it has to see at least that one."""
    address, done = f"/api/trucks/by-slug/{truck.slug}", threading.Event()
    written, reads = [0], [0] * 4

    def read(reader: int) -> None:
        while not done.is_set():
            least = written[0]
            shown = street.get(address).json()["shortDescription"] or "0"
            assert int(shown) >= least
            reads[reader] += 1

    with ThreadPoolExecutor(4) as pool:
        readers = [pool.submit(read, reader) for reader in range(4)]
        for number in itertools.count(1):
            if (number > 60 and min(reads) > 5) or any(reader.done() for reader in readers):
                break

            def change(session, number=number):
                session.execute(
                    sa.update(Truck).where(Truck.id == truck.id).values(short_description=str(number))
                )
                changes.announce(session, truck.id, changes.TRUCK, truck.id)

            db.write(change)
            written[0] = number
        done.set()
        for reader in readers:
            reader.result()


def test_what_is_new_is_learned_by_truck(db):
    shown = Shown()
    with db.engine.connect() as connection:
        shown.begin(connection)
    db.write(lambda session: changes.announce(session, "a" * 24, changes.MENU, "c" * 24))
    db.write(lambda session: changes.announce(session, "b" * 24, changes.TRUCK, "b" * 24))
    db.write(lambda session: changes.announce(session, "d" * 24, changes.ORDER, "e" * 24))
    with db.engine.connect() as connection:
        shown.learn(connection)
    menu, truck = shown.last_change("a" * 24), shown.last_change("b" * 24)
    assert 0 < menu < truck == shown.last_change(ALL_TRUCKS) == shown.newest
    assert shown.last_change("d" * 24) == 0


class Sure(Freshness):
    """Always the same stamp, or none."""

    def __init__(self) -> None:
        self.shown = Shown()
        self.is_sure = True

    def stamp(self) -> int | None:
        return 7 if self.is_sure else None

    def close(self) -> None:
        pass


def answer(until=None, body=b"{}"):
    from chuckwagon.core.ready import Form, Ready

    return Ready("k", 7, until, {b"": Form(b'"t"', [], [], body)})


def test_a_database_that_is_gone_makes_nobody_sure(settings):
    gone = Database("postgresql+psycopg:///nowhere?host=/nonexistent")
    freshness = freshness_of(gone)
    try:
        assert [freshness.stamp() for _ in range(3)] == [None] * 3
    finally:
        freshness.close()
        gone.close()
