"""An Epson printer: the XML it gets, what it reports, and what it says of its paper."""

import base64
import re
from xml.etree import ElementTree

import pytest

from chuckwagon.printing import epson
from chuckwagon.printing.drawing import MAX_ROWS

NAMESPACE = "{http://www.epson-pos.com/schemas/2011/03/epos-print}"


def test_a_job_is_xml_with_its_id_and_done_when_reported(add_printer, sell, jobs):
    printer = add_printer("epson_sdp", paperMm=80)
    assert printer.ask().content == b""
    sell()
    answer = printer.ask()
    assert answer.headers["content-type"] == "text/xml; charset=utf-8"
    document = ElementTree.fromstring(answer.content)
    assert (document.tag, document.get("Version")) == ("PrintRequestInfo", "2.00")
    assert document.findtext("ePOSPrint/Parameter/devid") == "local_printer"
    job_id = document.findtext("ePOSPrint/Parameter/printjobid")
    assert re.fullmatch(r"[\w.-]{1,30}", job_id)
    image = document.find(f".//{NAMESPACE}image")
    assert (image.get("width"), image.get("mode"), image.get("color")) == ("576", "mono", "color_1")
    assert len(base64.b64decode(image.text)) == 72 * int(image.get("height"))
    assert int(image.get("height")) <= epson.ROWS_PER_IMAGE < MAX_ROWS
    assert document.find(f".//{NAMESPACE}cut").get("type") == "feed"
    assert printer.ask().content == b"", "it has the job"
    assert printer.report(job_id).content == b""
    assert printer.report(job_id).status_code == 200
    assert jobs()[0].state == "printed"


def test_an_answer_that_was_lost_is_offered_again(add_printer, sell, jobs, later):
    printer = add_printer("epson_sdp")
    sell()
    first = printer.read_job_id(printer.ask())
    later(seconds=31)
    second = printer.read_job_id(printer.ask())
    assert first != second
    printer.report(second)
    assert (jobs()[0].state, jobs()[0].attempts) == ("printed", 2)


@pytest.mark.parametrize(("code", "state"), [("EPTR_REC_EMPTY", "paper_out"), ("EPTR_COVER_OPEN", "cover_open")])
def test_a_reported_failure_is_offered_again_and_shown(add_printer, sell, jobs, later, call, code, state):
    printer = add_printer("epson_sdp")
    sell()
    printer.report(printer.read_job_id(printer.ask()), success=False, code=code)
    assert (jobs()[0].state, jobs()[0].failure) == ("waiting", code)
    assert call("GET", "/printers").json()["printers"][0]["state"] == state
    assert printer.ask().content == b""
    later(seconds=31)
    printer.report(printer.read_job_id(printer.ask()))
    assert jobs()[0].state == "printed"
    assert call("GET", "/printers").json()["printers"][0]["state"] == "ready"


def test_a_printer_that_tells_of_its_paper_gets_nothing_without_any(add_printer, sell, jobs, call):
    printer = add_printer("epson_sdp")
    sell()
    printer.notify("0x0F08001C")
    assert call("GET", "/printers").json()["printers"][0]["state"] == "paper_out"
    assert printer.ask().content == b""
    printer.notify("0x0F000014")
    assert printer.ask().content != b""
    assert jobs()[0].attempts == 1


def test_a_printer_without_job_ids_means_the_job_it_has(add_printer, sell, jobs):
    printer = add_printer("epson_sdp")
    sell()
    printer.ask()
    printer.report("")
    assert jobs()[0].state == "printed"


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"ConnectionType=SetResponse", b"ConnectionType=SetStatus&Status=<",
                                  b"ConnectionType=SetResponse&ResponseFile=<response success='true'/>",
                                  b"&".join([b"a=1"] * 100)])  # fmt: skip
def test_odd_forms_are_answered(add_printer, client, body):
    printer = add_printer("epson_sdp")
    assert client.post(printer.path, content=body).status_code == 200
