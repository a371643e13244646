"""Event streams: which events a client gets, and which ones it gets after it reconnects."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.accounts.models import User
from chuckwagon.realtime import broker, change_log
from chuckwagon.web import sse
from chuckwagon.web.sse import MAX_REPLAYED
from chuckwagon.worker.loop import Worker
from tests.factories import make_item, make_truck
from tests.orders.factories import add_order
from tests.servers import wait_until

BOARD = "/api/orders/stream"


@pytest.fixture
def streams(app):
    """Count the open streams of the process. Those of the previous test are closed first."""
    wait_until(lambda: len(app.api.state.broker) == 0)
    return lambda: len(app.api.state.broker)


def ids(stream):
    return [int(found) for found, _name, _data in stream.events]


@pytest.mark.dialect
def test_a_changed_order_comes_whole_as_it_is_read(open_stream, client, db, cast, advance):
    order = add_order(db, truck_id=cast.truck.id)
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    assert stream.named("hello") == [{"resumed": False}]
    assert stream.text.startswith("retry: 2000\n\n")
    advance(order, "confirmed")
    [event] = wait_until(lambda: stream.named("order"))
    assert event == client.get(f"/api/orders/{order.id}", headers=cast.headers("truck_admin")).json()


def test_the_answer_is_neither_kept_nor_held_up_on_its_way(open_stream, cast):
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    assert stream.response.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert stream.response.headers["Cache-Control"] == "no-store"
    assert stream.response.headers["X-Accel-Buffering"] == "no"


def test_nothing_of_another_truck_comes(open_stream, db, cast, advance):
    own, other = (add_order(db, truck_id=truck.id) for truck in (cast.truck, cast.other_truck))
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    advance(other, "confirmed", "other_admin")
    advance(own, "confirmed")
    [event] = wait_until(lambda: stream.named("order"))
    assert event["_id"] == own.id


@pytest.mark.dialect
def test_who_comes_back_misses_nothing_and_gets_nothing_of_another_truck(open_stream, db, cast, advance):
    first, second, other = (add_order(db, truck_id=truck.id) for truck in (cast.truck, cast.truck, cast.other_truck))
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    advance(first, "confirmed")
    wait_until(lambda: stream.named("order"))
    stream.close()
    advance(first, "preparing")
    advance(other, "confirmed", "other_admin")
    advance(second, "confirmed")
    advance(first, "ready")
    again = open_stream(BOARD, cast.headers("truck_admin"), last_event_id=stream.last_id)
    assert again.named("hello") == [{"resumed": True}]
    assert again.events[0][0] == stream.last_id, "a disconnect right after the first event must lose nothing"
    wait_until(lambda: len(again.named("order")) == 2)
    statuses = [(order["_id"], order["status"]) for order in again.named("order")]
    assert statuses == [(second.id, "confirmed"), (first.id, "ready")]
    assert ids(again) == sorted(ids(again))
    advance(second, "preparing")
    wait_until(lambda: len(again.named("order")) == 3)


@pytest.mark.parametrize("given", ["999999999999", "", "-1", "1e3", "abc", "٣", "9" * 400, "0"])
def test_an_id_that_says_nothing_has_the_lists_read_again(open_stream, db, cast, advance, given):
    advance(add_order(db, truck_id=cast.truck.id), "confirmed")
    headers = cast.headers("truck_admin") | {"Last-Event-ID": given.encode()}
    stream = open_stream(BOARD, headers)
    assert stream.named("hello") == [{"resumed": False}]
    assert not stream.named("order")


def test_the_id_of_another_trucks_change_says_nothing(open_stream, db, cast, advance):
    advance(add_order(db, truck_id=cast.other_truck.id), "confirmed", "other_admin")
    foreign = open_stream(BOARD, cast.headers("other_admin")).last_id
    advance(add_order(db, truck_id=cast.truck.id), "confirmed")
    stream = open_stream(BOARD, cast.headers("truck_admin"), last_event_id=foreign)
    assert stream.named("hello") == [{"resumed": False}]


@pytest.mark.dialect
def test_what_is_a_day_old_is_dropped_and_read_anew(open_stream, db, cast, advance, clock, settings):
    orders = [add_order(db, truck_id=cast.truck.id) for _ in range(2)]
    advance(orders[0], "confirmed")
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    old = stream.last_id
    clock.advance(change_log.RETENTION / 2)
    Worker(db, settings, jobs={}).run_once()
    with db.reading() as session:
        assert change_log.is_retained(session, cast.truck.id, int(old))
    clock.advance(change_log.RETENTION)
    Worker(db, settings, jobs={}).run_once()
    with db.reading() as session:
        assert change_log.get_last_change_id(session, cast.truck.id) == 0


@pytest.mark.dialect
def test_too_much_to_tell_has_the_lists_read_again(open_stream, db, cast, advance):
    advance(add_order(db, truck_id=cast.truck.id), "confirmed")
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    stream.close()

    def many(session):
        for number in range(MAX_REPLAYED + 1):
            change_log.publish_change(session, cast.truck.id, change_log.MENU, f"{number:024x}")

    db.write(many)
    again = open_stream(BOARD, cast.headers("truck_admin"), last_event_id=stream.last_id)
    assert again.named("hello") == [{"resumed": False}]


def test_customers_follow_the_menu_and_never_an_order(open_stream, client, db, cast, advance):
    item, order = make_item(db, cast.truck), add_order(db, truck_id=cast.truck.id)
    stream = open_stream(f"/api/trucks/{cast.truck.id}/stream")
    staff = cast.headers("truck_admin")
    advance(order, "confirmed")
    client.patch(f"/api/menu-items/{item.id}/toggle-availability", json={"isAvailable": False}, headers=staff)
    assert wait_until(lambda: stream.named("menu")) == [{"menuItemId": item.id}]
    client.patch(f"/api/trucks/{cast.truck.id}/settings", json={"acceptingOrders": False}, headers=staff)
    [truck] = wait_until(lambda: stream.named("truck"))
    assert truck == client.get(f"/api/trucks/{cast.truck.id}").json()
    assert not stream.named("order")
    assert order.customer_name not in stream.text


def test_the_staff_see_the_truck_whole(open_stream, client, cast):
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    staff = cast.headers("truck_admin")
    client.patch(f"/api/trucks/{cast.truck.id}/settings", json={"acceptingOrders": False}, headers=staff)
    [truck] = wait_until(lambda: stream.named("truck"))
    assert truck == client.get(f"/api/trucks/{cast.truck.id}", headers=staff).json()


def test_the_superadmin_names_the_truck(open_stream, client, cast):
    response = client.get(BOARD, headers=cast.headers("superadmin"))
    assert response.status_code == 400
    assert response.json()["fields"] == {"truckId": "Choose a truck."}
    open_stream(f"{BOARD}?truckId={cast.truck.id}", cast.headers("superadmin"))


def test_who_asks_for_the_headers_only_gets_them_only(client, cast, streams):
    for path, role in ((BOARD, "truck_admin"), (f"/api/trucks/{cast.truck.id}/stream", None)):
        response = client.head(path, headers=cast.headers(role))
        assert response.status_code == 200
        assert response.headers["Content-Type"].startswith("text/event-stream")
    assert streams() == 0


@pytest.fixture
def frequent_checks(monkeypatch):
    monkeypatch.setattr(broker, "ACCESS_CHECK_SECONDS", 0.1)
    monkeypatch.setattr(broker, "POLL_SECONDS", 0.1)


def test_the_stream_ends_with_the_right_to_watch_although_nothing_happens(open_stream, client, cast, frequent_checks):
    own = open_stream(BOARD, cast.headers("truck_admin"))
    other = open_stream(f"{BOARD}?truckId={cast.truck.id}", cast.headers("superadmin"))
    client.post("/api/auth/logout", headers=cast.headers("truck_admin"))
    wait_until(lambda: own.has_ended)
    assert not other.has_ended


@pytest.mark.parametrize("how", ["signs out", "disabled", "new password", "moved", "demoted"])
def test_who_lost_the_right_to_watch_is_told_of_no_later_order(open_stream, client, db, cast, how):
    order = add_order(db, truck_id=cast.truck.id)
    board, boss = f"{BOARD}?truckId={cast.truck.id}", cast.headers("superadmin")
    own, other = (
        open_stream(board, cast.headers(role))
        for role in ("truck_admin", "superadmin")[:: -1 if how == "demoted" else 1]
    )
    if how == "signs out":
        client.post("/api/auth/logout", headers=cast.headers("truck_admin"))
    elif how == "demoted":  # the session stays, and the right to this truck goes
        lost = sa.update(User).where(User.id == cast.superadmin.id).values(role="admin")
        db.write(lambda session: session.execute(lost))
    else:
        changes = {
            "disabled": {"isActive": False},
            "new password": {"password": "another-griddle-77"},
            "moved": {"truckId": cast.other_truck.id},
        }
        changed = client.patch(f"/api/users/{cast.truck_admin.id}", json=changes[how], headers=boss)
        assert changed.status_code == 200, changed.text
    url = f"/api/orders/{order.id}/status"
    by = cast.headers("truck_admin") if how == "demoted" else boss
    assert client.patch(url, json={"status": "confirmed"}, headers=by).status_code == 200
    wait_until(lambda: other.named("order"))
    wait_until(lambda: own.has_ended)
    assert own.named("order") == []
    assert order.customer_phone not in own.text
    again = client.get(board, headers=cast.headers("superadmin" if how == "demoted" else "truck_admin"))
    assert again.status_code == (403 if how == "demoted" else 401)
    assert not other.has_ended


def test_an_archived_truck_ends_all_its_streams_but_a_superadmins_board(open_stream, client, cast, db, advance):
    """It goes on, because it ends what is left of the orders, and follows the truck after a lost connection too."""
    advance(add_order(db, truck_id=cast.truck.id), "confirmed")
    boss, public = cast.headers("superadmin"), f"/api/trucks/{cast.truck.id}/stream"
    ending = {403: (BOARD, cast.headers("truck_admin")), 404: (public, {})}
    ended, board = [open_stream(*one) for one in ending.values()], f"{BOARD}?truckId={cast.truck.id}"
    since = (stream := open_stream(board, boss)).last_id
    client.delete(f"/api/trucks/{cast.truck.id}?orders=1", headers=boss).raise_for_status()
    wait_until(lambda: all(one.has_ended for one in ended))
    assert [client.get(path, headers=headers).status_code for path, headers in ending.values()] == list(ending)
    for one in (stream, open_stream(board, boss, last_event_id=since)):
        deleted = wait_until(lambda one=one: [truck for truck in one.named("truck") if truck["archivedAt"]])
        assert (len(deleted), one.has_ended) == (1, False)


def test_a_truck_that_leaves_the_street_ends_the_customers_streams_only(open_stream, client, cast):
    board = open_stream(BOARD, cast.headers("truck_admin"))
    window = open_stream(f"/api/trucks/{cast.truck.id}/stream")
    body = {"isActive": False}
    client.patch(f"/api/trucks/{cast.truck.id}/toggle-active", json=body, headers=cast.headers("superadmin"))
    wait_until(lambda: window.has_ended)
    assert wait_until(lambda: board.named("truck"))[0]["isActive"] is False


def test_who_leaves_is_forgotten(open_stream, cast, streams):
    before = streams()
    for _ in range(10):
        opened = [open_stream(BOARD, cast.headers("truck_admin")) for _ in range(10)]
        assert streams() == before + 10
        for stream in opened:
            stream.close()
        wait_until(lambda: streams() == before)


@pytest.mark.dialect
def test_200_writers_at_once_are_told_in_order_and_completely(open_stream, db, cast):
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    items = [f"{number:024x}" for number in range(200)]

    def publish(item):
        db.write(lambda session: change_log.publish_change(session, cast.truck.id, change_log.MENU, item))

    def write(own):
        for item in own:
            publish(item)

    writers = [threading.Thread(target=write, args=(items[start::20],)) for start in range(20)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    wait_until(lambda: len(stream.named("menu")) == 200)
    assert sorted(event["menuItemId"] for event in stream.named("menu")) == items
    assert ids(stream) == sorted(set(ids(stream)))


@pytest.mark.dialect
def test_a_hub_that_nobody_wakes_looks_for_itself(open_stream, app, db, cast, advance, monkeypatch):
    """A process that was killed between its commit and its NOTIFY has sent no notification."""
    order = add_order(db, truck_id=cast.truck.id)
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    monkeypatch.setattr(app.api.state.broker._woken, "set", lambda: None)
    advance(order, "confirmed")
    wait_until(lambda: stream.named("order"))


def test_a_reader_that_does_not_read_is_given_up_and_resumes(monkeypatch):
    """The events of a slow client are queued only up to a limit."""
    monkeypatch.setattr(broker, "MAX_QUEUED_EVENTS", 3)
    topic = broker.Topic("0" * 24, render=lambda _session, _topic, _changes: [])
    subscription = broker.Subscription(topic, None)
    subscription.put([(1, b"a"), (2, b"b"), (3, b"c")])
    assert not subscription.is_closed
    subscription.put([(4, b"d")])
    assert subscription.is_closed
    assert subscription._events == []


@pytest.mark.dialect
def test_what_changes_while_the_stream_begins_is_not_lost(open_stream, db, cast, monkeypatch):
    """A change happens between all steps of opening a stream."""

    def publish(number):
        item = f"{number:024x}"
        db.write(lambda session: change_log.publish_change(session, cast.truck.id, change_log.MENU, item))

    publish(0)
    other = open_stream(BOARD, cast.headers("truck_admin"))
    last = other.last_id
    read_position, begin = sse._read_position, sse._open_stream

    def read_and_change(watch):
        publish(1)
        found = read_position(watch)
        publish(2)
        return found

    def begin_and_change(watch):
        publish(3)
        found = begin(watch)
        publish(4)
        wait_until(lambda: f"{4:024x}" in other.text)  # the broker has published it and will not do so again
        return found

    monkeypatch.setattr(sse, "_read_position", read_and_change)
    monkeypatch.setattr(sse, "_open_stream", begin_and_change)
    stream = open_stream(BOARD, cast.headers("truck_admin"), last_event_id=last)
    wait_until(lambda: {int(event["menuItemId"]) for event in stream.named("menu")} == {1, 2, 3, 4})


@pytest.fixture
def two_streams_each(app, monkeypatch):
    """The server behind a proxy, with at most two streams for each client."""
    behind_proxy = msgspec.structs.replace(
        app.api.state.settings, trusted_proxies="127.0.0.1/32", max_streams_per_address=2
    )
    monkeypatch.setattr(app.api.state, "settings", behind_proxy)


def test_one_client_behind_a_proxy_has_a_limited_number_of_streams(open_stream, client, db, app, two_streams_each):
    """All connections come from the proxy, so the streams are counted by the client's own address."""
    path = f"/api/trucks/{make_truck(db, 'Followed Truck').id}/stream"
    one, other = {"X-Forwarded-For": "203.0.113.5"}, {"X-Forwarded-For": "203.0.113.6"}
    own = [open_stream(path, one) for _ in range(2)]
    with client.stream("GET", path, headers=one) as refused:
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
    assert open_stream(path, other).status == 200
    own[0].close()
    wait_until(lambda: app.api.state.broker.count_streams("203.0.113.5") < 2)
    assert open_stream(path, one).status == 200


def test_a_limit_of_zero_streams_is_no_limit(open_stream, db, app, monkeypatch):
    unlimited = msgspec.structs.replace(app.api.state.settings, max_streams_per_address=0)
    monkeypatch.setattr(app.api.state, "settings", unlimited)
    path = f"/api/trucks/{make_truck(db, 'Followed Truck').id}/stream"
    assert [open_stream(path).status for _ in range(3)] == [200] * 3


def test_streams_that_are_opened_at_once_are_limited_too(client, db, two_streams_each, monkeypatch):
    """A stream is counted when its request arrives, not after its first read."""
    path = f"/api/trucks/{make_truck(db, 'Followed Truck').id}/stream"
    real = sse._read_position
    monkeypatch.setattr(sse, "_read_position", lambda watch: (time.sleep(0.5), real(watch))[1])

    def ask(_number):
        asked = client.build_request("GET", path, headers={"X-Forwarded-For": "203.0.113.7"})
        return client.send(asked, stream=True)

    with ThreadPoolExecutor(6) as pool:
        responses = list(pool.map(ask, range(6)))
    statuses = sorted(response.status_code for response in responses)
    for response in responses:
        response.close()
    assert statuses == [200, 200, 429, 429, 429, 429]


def test_a_stream_that_cannot_begin_gives_its_place_back(client, db, app, two_streams_each, monkeypatch):
    path = f"/api/trucks/{make_truck(db, 'Followed Truck').id}/stream"

    def fail(_watch):
        raise ValueError("no database")

    monkeypatch.setattr(sse, "_read_position", fail)
    one = {"X-Forwarded-For": "203.0.113.8"}
    assert [client.get(path, headers=one).status_code for _ in range(3)] == [500, 500, 500]
    assert app.api.state.broker.count_streams("203.0.113.8") == 0
