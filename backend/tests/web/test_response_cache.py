"""Response cache: the same bytes for every client, and never those from before a change."""

import gzip
import itertools
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import brotli
import httpx
import pytest
import sqlalchemy as sa

from chuckwagon.app import create_app
from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.menu.models import MenuItem
from chuckwagon.realtime import change_log, change_watcher
from chuckwagon.realtime.change_log import ChangeRow
from chuckwagon.realtime.change_watcher import ALL_TRUCKS, ChangeWatcher, create_change_watcher
from chuckwagon.trucks.models import Truck
from chuckwagon.web.response_cache import CacheValidator, ResponseCache
from tests.factories import make_item, make_truck
from tests.servers import LiveServer, bound_socket, wait_until

GROUPS = [("Salsa", 0, 3, [("Verde", 50), ("Roja", 50), ("Habanero", 75)])]


@pytest.fixture
def cached_client(settings, db) -> Iterator[httpx.Client]:
    """Client of the product with its response cache."""
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
    """Count the reads of the public tables since the last call."""
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


def warm(cached_client: httpx.Client, address: str) -> httpx.Response:
    """Response of a warm cache."""
    cached_client.get(address)
    wait_until(lambda: cached_client.get(address).is_success)
    return cached_client.get(address)


def warm_up(cached_client, selects, address) -> None:
    """Wait until the response comes from the cache."""

    def from_memory() -> bool:
        selects()
        cached_client.get(address)
        return selects() == 0

    wait_until(from_memory)


def test_the_second_answer_is_the_first_and_asks_no_table(cached_client, addresses, selects):
    for address in addresses:
        first = cached_client.get(address)
        warm_up(cached_client, selects, address)
        again = cached_client.get(address)
        assert selects() == 0
        assert (again.content, again.headers["etag"]) == (first.content, first.headers["etag"])
        assert again.headers["cache-control"] == "no-cache"
        assert again.headers["content-type"] == first.headers["content-type"] == "application/json"
        for spelling in ("{}/", "{}///?x=1", "{}?x&stop=1", "{}?=%26stopId"):
            spelled = cached_client.get(spelling.format(address).replace("/public/", "/public//"))
            assert (spelled.content, selects()) == (first.content, 0)
    cached_client.get(f"{addresses[2]}?x=1&stop%49d=none")
    assert selects() > 0  # the menu's route reads that one


def test_a_change_here_is_seen_by_the_very_next_reader(cached_client, db, addresses, truck, selects):
    for number in range(5):
        for address in addresses:
            warm_up(cached_client, selects, address)

        def rename(session, number=number):
            values = {"name": f"Name {number}"}
            session.execute(sa.update(Truck).where(Truck.id == truck.id).values(values))
            session.execute(sa.update(MenuItem).where(MenuItem.truck_id == truck.id).values(values))
            change_log.publish_change(session, truck.id, change_log.TRUCK, truck.id)

        db.write(rename)
        for address in addresses:
            assert f'"Name {number}"' in cached_client.get(address).text


@pytest.mark.dialect
def test_a_change_by_another_process_is_seen(cached_client, db, settings, addresses, truck, selects):
    """Another process sends no notification here: the change log alone must suffice."""
    for address in addresses:
        warm_up(cached_client, selects, address)
    elsewhere = sa.create_engine(db.url) if not db.is_sqlite else None
    statements = [
        sa.update(Truck).where(Truck.id == truck.id).values(name="Elsewhere"),
        sa.update(MenuItem).where(MenuItem.truck_id == truck.id).values(name="Elsewhere"),
        sa.insert(ChangeRow).values(truck_id=truck.id, kind="truck", subject_id=truck.id, at=clock.now()),
    ]
    if elsewhere is None:
        db.write(lambda session: [session.execute(one) for one in statements])
    else:
        with elsewhere.begin() as connection:
            for one in statements:
                connection.execute(one)
        elsewhere.dispose()
    for address in addresses:
        wait_until(lambda address=address: "Elsewhere" in cached_client.get(address).text)


def test_another_trucks_change_leaves_the_rest_in_memory(cached_client, db, addresses, truck, selects):
    other = make_truck(db, "Other Truck")
    for address in addresses:
        warm_up(cached_client, selects, address)
    db.write(lambda session: change_log.publish_change(session, other.id, change_log.MENU, other.id))
    wait_until(lambda: (selects(), cached_client.get(addresses[2]), selects())[2] == 0)
    for address in addresses[1:]:
        cached_client.get(address)
    assert selects() == 0


@pytest.fixture
def watcher(db) -> Iterator[ChangeWatcher]:
    """A watcher that has read the newest change."""
    made = create_change_watcher(db, lambda _trucks: None)
    made.start()
    wait_until(lambda: made.version() is not None)
    yield made
    made.stop()
    assert made.version() is None


def test_what_is_new_is_learned_by_truck_and_an_order_moves_nothing(watcher, db, monkeypatch):
    monkeypatch.setattr(change_watcher, "SQLITE_POLL_SECONDS", 600)  # its own changes need no poll
    before = watcher.version()
    db.write(lambda session: change_log.publish_change(session, "d" * 24, change_log.ORDER, "e" * 24))
    assert watcher.version() == before
    for truck_id, kind in (("a" * 24, change_log.MENU), ("b" * 24, change_log.TRUCK), ("c" * 24, change_log.SLOTS)):
        db.write(partial(change_log.publish_change, truck_id=truck_id, kind=kind, subject_id=truck_id))
        assert watcher.version() != before  # in the same instant: the newer one, or uncertain
    slots = wait_until(watcher.version)
    menu, truck = watcher.last_change("a" * 24), watcher.last_change("b" * 24)
    assert 0 < menu < truck == watcher.last_change(ALL_TRUCKS) < slots
    assert [watcher.last_change(letter * 24) for letter in "cd"] == [0, 0]


def test_a_crowd_that_comes_at_once_is_read_for_once(cached_client, addresses, selects):
    cached_client.get("/health")
    warm_up(cached_client, selects, addresses[0])  # the validator is ready, and these two are not cached yet
    selects()
    with ThreadPoolExecutor(24) as pool:
        found = list(pool.map(lambda _: cached_client.get(addresses[2]).content, range(24)))
    assert len(set(found)) == 1
    assert 1 <= selects() <= 8  # one menu is three to five selects


def test_time_alone_ends_an_answer(db):
    cache = ResponseCache(AlwaysValid())
    until = clock.now() + timedelta(seconds=30)
    cache._store("/a", cached_response(until=until))
    assert cache.find("/a") is not None
    cache._store("/a", cached_response(until=clock.now() - timedelta(milliseconds=1)))
    assert cache.find("/a") is None


@pytest.mark.dialect
def test_who_is_not_sure_keeps_quiet():
    validator = AlwaysValid()
    cache = ResponseCache(validator)
    cache._store("/a", cached_response())
    validator.is_valid = False
    assert cache.find("/a") is None
    validator.is_valid = True
    assert cache.find("/a") is not None


def test_memory_is_bounded_and_the_oldest_go_first():
    cache = ResponseCache(AlwaysValid(), max_bytes=10 * 2048)
    for number in range(100):
        cache._store(f"/{number}", cached_response(body=b"x" * 1024))
    assert cache._bytes <= 10 * 2048
    assert [cache.find(f"/{number}") is not None for number in (0, 89, 90, 99)] == [False, False, True, True]


def test_each_encoding_is_the_same_text_under_its_own_tag(cached_client, addresses):
    address = addresses[1]
    plain = warm(cached_client, address)
    for encoding, unpack in (("br", brotli.decompress), ("gzip", gzip.decompress)):
        with cached_client.stream("GET", address, headers={"Accept-Encoding": f"{encoding};q=0.5"}) as packed:
            raw = b"".join(packed.iter_raw())
        assert packed.headers["content-encoding"] == encoding
        assert packed.headers["content-length"] == str(len(raw))
        assert unpack(raw) == plain.content
        assert packed.headers["etag"] == plain.headers["etag"][:-1] + f'-{encoding}"'
        assert packed.headers["vary"] == "Authorization, Accept-Encoding"
    for refused in ("identity", "br;q=0, gzip; q=0", "zstd", "*"):
        answered = cached_client.get(address, headers={"Accept-Encoding": refused})
        assert "content-encoding" not in answered.headers


@pytest.mark.parametrize("encoding", ["identity", "br", "gzip"])
def test_who_has_the_bytes_is_told_so(cached_client, addresses, encoding):
    for address in addresses:
        had = cached_client.get(address, headers={"Accept-Encoding": encoding})
        headers = {"Accept-Encoding": encoding, "If-None-Match": f'"else", W/{had.headers["etag"]}'}
        again = cached_client.get(address, headers=headers)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == had.headers["etag"]
        assert again.headers["vary"] == had.headers["vary"]
        assert cached_client.get(address, headers={"If-None-Match": '"else"'}).status_code == 200


def test_head_has_the_headers_and_no_body(cached_client, addresses):
    for address in addresses:
        whole, head = warm(cached_client, address), cached_client.head(address)
        assert head.content == b""
        assert head.headers["content-length"] == str(len(whole.content))


def test_staff_and_public_never_get_each_others_answer(cached_client, cast, settings):
    address = f"/api/trucks/by-slug/{cast.truck.slug}"
    for _ in range(3):
        staff = cached_client.get(address, headers=cast.headers("truck_admin"))
        assert "owner" in staff.json()
        assert staff.headers["cache-control"] == "no-store"
        assert "owner" not in cached_client.get(address).json()


def test_an_absent_truck_is_not_remembered(cached_client, db):
    address = "/api/trucks/by-slug/later-truck"
    assert [cached_client.get(address).status_code for _ in range(3)] == [404] * 3
    make_truck(db, "Later Truck")
    assert cached_client.get(address).status_code == 200


@pytest.mark.dialect
def test_a_crowd_reads_while_it_changes_and_nobody_reads_the_past(cached_client, db, truck):
    """Each read starts after a change was committed, so it must show at least that change."""
    address, done = f"/api/trucks/by-slug/{truck.slug}", threading.Event()
    written, reads = [0], [0] * 4

    def read(reader: int) -> None:
        while not done.is_set():
            least = written[0]
            shown = cached_client.get(address).json()["shortDescription"] or "0"
            assert int(shown) >= least
            reads[reader] += 1

    with ThreadPoolExecutor(4) as pool:
        readers = [pool.submit(read, reader) for reader in range(4)]
        for number in itertools.count(1):
            if (number > 60 and min(reads) > 5) or any(reader.done() for reader in readers):
                break

            def change(session, number=number):
                session.execute(sa.update(Truck).where(Truck.id == truck.id).values(short_description=str(number)))
                change_log.publish_change(session, truck.id, change_log.TRUCK, truck.id)

            db.write(change)
            written[0] = number
        done.set()
        for reader in readers:
            reader.result()


class AlwaysValid(CacheValidator):
    """Cache validator with a constant version, or none."""

    def __init__(self) -> None:
        self.is_valid = True

    def version(self) -> int | None:
        return 7 if self.is_valid else None

    def last_change(self, key: str) -> int:
        return 0


def cached_response(until=None, body=b"{}"):
    from chuckwagon.web.response_cache import CachedResponse, EncodedResponse

    return CachedResponse("k", 7, until, {b"": EncodedResponse(b'"t"', [], [], body)})


@pytest.mark.dialect
def test_a_database_that_is_gone_makes_nobody_sure(settings):
    gone = Database("postgresql+psycopg:///nowhere?host=/nonexistent")
    watcher = create_change_watcher(gone, lambda _trucks: None)
    watcher.start()
    try:
        assert [watcher.version() for _ in range(3)] == [None] * 3
    finally:
        watcher.stop()
        gone.close()
