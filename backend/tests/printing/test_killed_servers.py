"""A server that is killed between any two steps: no job is lost, and none prints twice without the word COPY."""

import base64
import io
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import suppress
from functools import cache
from urllib.parse import urlsplit

import httpx
import pytest
from PIL import Image

from chuckwagon.printing import drawing
from tests.factories import make_item
from tests.printing.dying_server import STEPS
from tests.servers import BACKEND, wait_until
from tests.suites import first_on_both

DOTS = 384
HANGS_AFTER_SECONDS = 240.0


@cache
def bar():
    """The bar that says COPY."""
    plain = drawing.blank(DOTS)
    stamped = Image.open(io.BytesIO(drawing.stamp(plain, "COPY")))
    height = stamped.height - Image.open(io.BytesIO(plain)).height
    return stamped.crop((0, 0, DOTS, height))


def is_copy(image):
    return image.crop((0, 0, *bar().size)).tobytes() == bar().tobytes()


class Paper:
    """A printer on a line that may break: what it has printed, by job and part. It forgets a job it cannot confirm."""

    def __init__(self, server, url):
        self.server, self.path = server, urlsplit(url).path
        self.prints = defaultdict(list)
        self.dies = False

    def send(self, method, **given):
        with suppress(httpx.TransportError):
            return httpx.request(method, f"{self.server}{self.path}", timeout=20, **given)
        return None

    def keep(self, token, image):
        job, part, _attempt = token.split("-")
        self.prints[job, part].append(is_copy(image))


class Star(Paper):
    def turn(self):
        """Ask, and print what is offered."""
        offered = self.send("POST", json={"statusCode": "200%20OK", "status": "23 6 0 0 0 0 0 0 0"})
        if offered is None or offered.status_code != 200 or not offered.json()["jobReady"]:
            return
        token = offered.json()["jobToken"]
        document = self.send("GET", params={"type": "image/png", "token": token})
        if document is None or document.status_code != 200:
            return
        self.keep(token, Image.open(io.BytesIO(document.content)))
        if not self.dies:
            self.send("DELETE", params={"code": "OK", "token": token})


class Epson(Paper):
    def turn(self):
        """Ask, and print what comes."""
        answer = self.send("POST", data={"ConnectionType": "GetRequest", "ID": "", "Name": ""})
        if answer is None or answer.status_code != 200 or not answer.text:
            return
        token = re.search("<printjobid>(.*?)</printjobid>", answer.text)[1]
        pieces = re.findall(r'<image width="(\d+)" height="(\d+)"[^>]*>([^<]*)</image>', answer.text)
        rows = b"".join(base64.b64decode(data) for _, _, data in pieces)
        height = sum(int(height) for _, height, _ in pieces)
        self.keep(token, Image.frombytes("1", (DOTS, height), bytes(byte ^ 0xFF for byte in rows)))
        said = f'<Parameter><printjobid>{token}</printjobid></Parameter><response success="true" code=""/>'
        if not self.dies:
            self.send("POST", data={"ConnectionType": "SetResponse", "ResponseFile": f"<ePOSPrint>{said}</ePOSPrint>"})


@pytest.fixture
def server(tmp_path, settings, database_url, db):
    """Where the server is that can be killed; `die` says when, `kill` does it now, `deaths` counts."""
    environment = os.environ | {
        "PYTHONPATH": str(BACKEND),
        "CHUCKWAGON_SANDBOX": "1",
        "CHUCKWAGON_DATA_DIR": str(settings.data_dir),
        "CHUCKWAGON_DATABASE_URL": database_url,
    }
    (tmp_path / "die").write_text("")
    command = [sys.executable, "-m", "tests.printing.dying_server", str(tmp_path)]
    process = subprocess.Popen(command, cwd=BACKEND, env=environment)
    wait_until(lambda: (tmp_path / "child").exists() or process.poll() is not None)

    class Server:
        url = f"http://127.0.0.1:{(tmp_path / 'port').read_text()}"

        def die(self, when):
            (tmp_path / "die").write_text(when)

        def is_alive_again(self):
            return (tmp_path / "die").read_text() == ""

        def kill(self):
            os.kill(int((tmp_path / "child").read_text()), signal.SIGKILL)

        def deaths(self):
            found = tmp_path / "deaths"
            return len(found.read_text()) if found.exists() else 0

    yield Server()
    process.terminate()
    process.wait(20)


@pytest.fixture
def add_paper(call, server):
    def add(kind):
        made = call("POST", "/printers", json={"label": kind.__name__, "kind": KINDS[kind], "paperMm": 58})
        printer = kind(server.url, made.json()["url"])
        printer.id = made.json()["_id"]
        return printer

    return add


KINDS = {Star: "star_cloudprnt", Epson: "epson_sdp"}


def work_off(printers, jobs, call):
    """Let the printers take turns until nothing is left; what was given up is printed at the wish of staff."""
    ends_at = time.monotonic() + HANGS_AFTER_SECONDS
    while any(job.state != "printed" for job in jobs()):
        assert time.monotonic() < ends_at, [(job.state, job.attempts, job.part, job.parts) for job in jobs()]
        for printer in printers:
            printer.turn()
        for job in jobs():
            if job.state == "failed":
                assert call("POST", f"/print-jobs/{job.id}/print").status_code == 200
        time.sleep(0.1)


def assert_nothing_is_lost_or_doubled(printers, jobs):
    printed = {key: copies for printer in printers for key, copies in printer.prints.items()}
    assert set(printed) == {(job.id, str(part)) for job in jobs() for part in range(job.parts)}
    for key, copies in printed.items():
        assert all(copies[1:]), (key, copies)


@pytest.mark.parametrize("kind", first_on_both([Star, Epson]))
def test_killed_at_any_step_and_between_any_two_requests(kind, add_paper, server, sell, jobs, call):
    printer = add_paper(kind)
    for step in STEPS:
        sell()
        server.die(step)
        work_off([printer], jobs, call)
        assert server.is_alive_again(), f"it did not come to {step}"
    assert server.deaths() == len(STEPS)
    sent = printer.send

    def send_and_kill(method, **given):
        answer = sent(method, **given)
        server.kill()
        wait_until(lambda: server.deaths() > deaths)
        return answer

    for request in range(3):
        sell()
        deaths, count = server.deaths(), 0

        def send(method, request=request, **given):
            nonlocal count
            count += 1
            return (send_and_kill if count == request + 1 else sent)(method, **given)

        printer.send = send
        work_off([printer], jobs, call)
        printer.send = sent
    assert_nothing_is_lost_or_doubled([printer], jobs)


@pytest.mark.proof
@pytest.mark.parametrize("orders", [6, 60])
def test_two_printers_that_die_and_get_other_addresses_while_the_server_is_killed(
    orders, add_paper, server, sell, jobs, call, db, cast
):
    dice = random.Random(orders)
    printers = [add_paper(Star), add_paper(Epson)]
    long = make_item(db, cast.truck, name="Slow roasted carnitas with everything on it", price=100)
    server.die("0.03")
    for number in range(orders):
        lines = [{"menuItemId": long.id, "quantity": 1, "specialInstructions": f"{n}: well done"} for n in range(30)]
        sell(**({"items": lines} if number % 6 == 5 else {}))
        printer = dice.choice(printers)
        printer.dies = dice.random() < 0.3
        if dice.random() < 0.2:
            printer.path = urlsplit(call("POST", f"/printers/{printer.id}/renew").json()["url"]).path
        for one in printers:
            one.turn()
        printer.dies = False
    work_off(printers, jobs, call)
    assert server.deaths() > 0
    assert max(job.parts for job in jobs()) > 1
    assert_nothing_is_lost_or_doubled(printers, jobs)
