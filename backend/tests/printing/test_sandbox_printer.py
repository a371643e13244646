"""The sandbox's paper printer, which asks by itself, in both protocols."""

import base64
import io
from urllib.parse import urlsplit

import pytest
from PIL import Image


@pytest.fixture
def plug_in(call, sandbox, client):
    """Register a printer, and let the sandbox play it."""

    def plug(kind, **more):
        made = call("POST", "/printers", json={"label": "Kitchen", "kind": kind, **more}).json()
        url = f"{str(client.base_url).rstrip('/')}{urlsplit(made['url']).path}"
        answer = sandbox.post("/_sandbox/printers", json={"kind": kind, "url": url})
        assert answer.status_code == 200, answer.text
        return answer.json()["id"]

    return plug


def paper_of(sandbox, printer_id):
    return sandbox.get(f"/_sandbox/printers/{printer_id}/paper").json()


@pytest.mark.parametrize("kind", ["star_cloudprnt", "epson_sdp"])
def test_the_first_order_comes_out_by_itself(plug_in, sell, sandbox, wait_for, jobs, kind):
    printer = plug_in(kind, paperMm=58)
    sell()
    [piece] = wait_for(lambda: paper_of(sandbox, printer))
    image = Image.open(io.BytesIO(base64.b64decode(piece["png"])))
    assert (image.mode, image.width, image.height) == ("1", 384, piece["height"])
    assert min(image.getextrema()) == 0, "something is on it"
    wait_for(lambda: jobs()[0].state == "printed")


def test_both_protocols_draw_the_same_image(plug_in, sell, sandbox, wait_for):
    star, epson = plug_in("star_cloudprnt"), plug_in("epson_sdp")
    sell()
    pieces = [wait_for(lambda one=one: paper_of(sandbox, one))[0] for one in (star, epson)]
    drawn = [Image.open(io.BytesIO(base64.b64decode(piece["png"]))).tobytes() for piece in pieces]
    assert drawn[0] == drawn[1]
