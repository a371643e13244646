"""Printers that ask again while nothing waits for them: answered out of memory, and never with what was so before."""

import asyncio

import pytest
import sqlalchemy as sa

from chuckwagon.app import create_app
from chuckwagon.printers.models import Printer, PrintJob
from chuckwagon.printing import handout
from chuckwagon.printing import jobs as tasks
from chuckwagon.printing.idle_polls import IdlePolls


@pytest.fixture
def reads(monkeypatch):
    """How often a printer was looked up in the usual way. On a busy machine the timer would come in between."""
    monkeypatch.setattr(IdlePolls, "_begin_flush", lambda _polls: None)
    found, usual = [], handout.poll

    def counted(db, secret):
        found.append(secret)
        return usual(db, secret)

    monkeypatch.setattr(handout, "poll", counted)
    return found


@pytest.fixture(params=["star_cloudprnt", "epson_sdp"])
def idle(request, add_printer, reads):
    """A printer whose requests are answered out of memory, of each kind."""
    printer = add_printer(request.param)
    for _ in range(3):
        assert printer.ask().status_code == 200
    reads.clear()
    return printer


def has_work(answer):
    return answer.json()["jobReady"] if answer.headers["content-type"].startswith("application/json") else answer.text


def seen_at(db):
    with db.reading() as session:
        return session.scalar(sa.select(Printer.last_seen_at))


def test_a_repeated_request_is_answered_out_of_memory_with_the_same_bytes(idle, reads):
    first, second = idle.ask(), idle.ask()
    assert reads == []
    assert first.content == second.content
    assert {name for name in first.headers if name != "date"} >= {"content-security-policy", "cache-control"}
    assert not has_work(first)


def test_the_first_order_is_offered_to_the_next_request(idle, sell, reads):
    sell()
    assert has_work(idle.ask())
    assert len(reads) == 1


def test_a_renewed_or_removed_printer_is_unknown_at_once(idle, call):
    call("POST", f"/printers/{idle.id}/renew")
    assert idle.ask().status_code == 404


def test_a_printer_that_was_silent_is_ready_with_its_next_request(idle, call, later, db):
    later(seconds=121)
    tasks.follow_printers(db)
    assert call("GET", "/printers").json()["printers"][0]["state"] == "silent"
    idle.ask()
    assert call("GET", "/printers").json()["printers"][0]["state"] == "ready"


def test_another_status_is_read(add_printer, call, reads):
    printer = add_printer()
    for _ in range(3):
        printer.ask()
    printer.ask("410 Out of paper")
    assert call("GET", "/printers").json()["printers"][0]["state"] == "paper_out"
    for _ in range(3):
        printer.ask("410 Out of paper")
    reads.clear()
    printer.ask("410 Out of paper")
    assert reads == []
    printer.ask()
    assert call("GET", "/printers").json()["printers"][0]["state"] == "ready"


def test_when_printers_have_asked_is_written_down_every_ten_seconds(later, idle, db, reads):
    later(minutes=10)  # the server writes down what it has noted in earlier tests
    for _ in range(3):
        idle.ask()
    reads.clear()
    before = seen_at(db)
    later(seconds=9)
    idle.ask()
    assert seen_at(db) == before
    later(seconds=10)
    idle.ask()
    assert (seen_at(db) - before).total_seconds() == 19
    assert reads == []


class Asked:
    """`IdlePolls` without a server: what it lets through is counted, and noted as a request of the printer."""

    def __init__(self, db, secret, max_age_seconds):
        self.polls, self._db, self._secret, self.count = IdlePolls(db, max_age_seconds), db, secret, 0

    async def ask(self, body=b"one"):
        async def receive():
            return {"type": "http.request", "body": body}

        async def send(_message):
            pass

        scope = {"type": "http", "method": "POST", "path": f"/print/{self._secret}", "query_string": b""}
        await self.polls.answer(scope, self._inner, receive, send)

    async def _inner(self, scope, receive, send):
        self.count += 1
        assert (await receive())["body"]
        if "idle_poll" in scope:
            scope["idle_poll"].asked = handout.poll(self._db, self._secret)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"nothing"})


def test_a_job_of_another_process_is_seen_after_half_a_second(add_printer, sell, db):
    printer = add_printer()
    printer.ask()

    async def run():
        asked = Asked(db, printer.path.rpartition("/")[2], 60)  # a slow machine must not reach the age by itself
        await asked.polls.start()
        await asked.ask()
        await asked.ask()
        assert asked.count == 1
        await asyncio.to_thread(sell)  # of this process: at once
        await asked.ask()
        assert asked.count == 2
        asked.polls._unlisten()  # changes of this process are as those of another one from here
        asked.polls._max_age_seconds = 0.2
        await asyncio.to_thread(db.write, lambda session: session.execute(sa.delete(PrintJob)))
        await asyncio.sleep(0.25)
        await asked.ask()
        assert asked.count == 2
        await asyncio.to_thread(sell)
        await asyncio.sleep(0.25)
        await asked.ask()
        assert asked.count == 3
        asked.polls._unlisten = None

    asyncio.run(run())


@pytest.mark.parametrize("path", ["/printers/{printer}/test", "/orders/{order}/print"])
def test_what_staff_ask_for_is_offered_to_the_next_request(add_printer, sell, call, db, path):
    order = sell()
    printer = add_printer()
    printer.ask()

    async def run():
        asked = Asked(db, printer.path.rpartition("/")[2], 10)
        await asked.polls.start()
        await asked.ask()
        await asked.ask()
        assert asked.count == 1
        wanted = path.format(printer=printer.id, order=order["_id"])
        body = {"what": "receipt", "printerId": printer.id} if "order" in path else None
        answer = await asyncio.to_thread(call, "POST", wanted, json=body)
        assert answer.is_success
        await asked.ask()
        assert asked.count == 2
        await asked.polls.stop()

    asyncio.run(run())


def test_the_timer_writes_down_the_last_request_of_a_printer_that_is_switched_off(later, add_printer, db):
    printer = add_printer()
    printer.ask()
    before = seen_at(db)

    async def run():
        asked = Asked(db, printer.path.rpartition("/")[2], 10)
        await asked.polls.start()
        await asked.ask()
        later(seconds=5)
        await asked.ask()
        assert asked.count == 1
        later(seconds=100)
        asked.polls._begin_flush()
        await asked.polls._writing
        await asked.polls.stop()

    asyncio.run(run())
    assert (seen_at(db) - before).total_seconds() == 5


def test_a_long_request_is_not_kept(add_printer, db):
    printer = add_printer()
    printer.ask()

    async def run():
        asked = Asked(db, printer.path.rpartition("/")[2], 10)
        await asked.polls.start()
        for _ in range(3):
            await asked.ask(b"x" * 3000)
        assert asked.count == 3
        for _ in range(3):
            await asked.ask(b"x" * 2000)
        assert asked.count == 4
        await asked.polls.stop()

    asyncio.run(run())


def test_a_server_that_stops_lets_the_polls_write_before_its_database_is_closed(monkeypatch, settings, db):
    written = []

    async def stop(polls):
        written.append(polls._db.write(lambda session: session.scalar(sa.select(1))))

    monkeypatch.setattr(IdlePolls, "stop", stop)

    async def run():
        async with create_app(settings).api.lifespan():
            pass

    asyncio.run(run())
    assert written == [1]
