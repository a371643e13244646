"""A truck with a counter, printers that ask as their makers say, and what they have printed."""

import io
import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa
from PIL import Image

from chuckwagon.printers.models import PrintJob
from tests.counter_sales import call, sell, taco  # noqa: F401 - fixtures


class StarPrinter:
    """A printer that speaks Star CloudPRNT. `ask` may be followed by `fetch` and `confirm`, or `print_next` by all."""

    def __init__(self, client, url):
        self._client, self.path = client, urlsplit(url).path

    def ask(self, status="200%20OK", **more):
        body = {"status": "23 6 0 0 0 0 0 0 0", "printerMAC": "00:11:e5:06:04:ff", "statusCode": status} | more
        return self._client.post(self.path, json=body)

    def fetch(self, token=None, **more):
        given = {"type": "image/png", "mac": "00:11:e5:06:04:ff"} | ({"token": token} if token else {}) | more
        return self._client.get(self.path, params=given)

    def confirm(self, token=None, code="OK", **more):
        given = {"code": code} | ({"token": token} if token else {}) | more
        return self._client.delete(self.path, params=given)

    def print_next(self):
        """The image of the next job; None without one."""
        offered = self.ask().json()
        if not offered["jobReady"]:
            return None
        document = self.fetch(offered["jobToken"])
        assert document.status_code == 200, document.text
        assert self.confirm(offered["jobToken"]).status_code == 200
        return Image.open(io.BytesIO(document.content))


class EpsonPrinter:
    """A printer that speaks Epson Server Direct Print."""

    def __init__(self, client, url):
        self._client, self.path = client, urlsplit(url).path

    def ask(self):
        """The XML of the next job; empty without one."""
        return self._client.post(self.path, data={"ConnectionType": "GetRequest", "ID": "", "Name": "kitchen"})

    def report(self, job_id, *, success=True, code=""):
        said = f'<response success="{str(success).lower()}" code="{code}" status="251658262" battery="0"/>'
        name = f"<printjobid>{job_id}</printjobid>" if job_id else ""
        xml = (
            '<?xml version="1.0" encoding="utf-8"?><PrintResponseInfo Version="2.00"><ePOSPrint><Parameter>'
            f"<devid>local_printer</devid>{name}</Parameter><PrintResponse>{said}</PrintResponse></ePOSPrint>"
            "</PrintResponseInfo>"
        )
        return self._client.post(self.path, data={"ConnectionType": "SetResponse", "ID": "", "ResponseFile": xml})

    def notify(self, status):
        xml = (
            '<?xml version="1.0" encoding="utf-8"?><statusmonitor Version="1.00">'
            f'<printerstatus devicename="local_printer" asbstatus="{status}"/></statusmonitor>'
        )
        return self._client.post(self.path, data={"ConnectionType": "SetStatus", "ID": "", "Status": xml})

    def read_job_id(self, answer):
        return re.search("<printjobid>(.*?)</printjobid>", answer.text)[1]


@pytest.fixture
def later(clock):
    """Let seconds pass."""

    def wait(**given):
        clock.advance(timedelta(**given))

    return wait


@pytest.fixture
def add_printer(call, client):  # noqa: F811
    def add(kind="star_cloudprnt", **more):
        made = call("POST", "/printers", json={"label": "Kitchen", "kind": kind, **more})
        assert made.status_code == 201, made.text
        printer = (StarPrinter if kind == "star_cloudprnt" else EpsonPrinter)(client, made.json()["url"])
        printer.id = made.json()["_id"]
        return printer

    return add


@pytest.fixture
def jobs(db):
    """The rows of all jobs, oldest first."""

    def read():
        with db.reading() as session:
            return list(session.scalars(sa.select(PrintJob).order_by(PrintJob.created_at, PrintJob.id)))

    return read
