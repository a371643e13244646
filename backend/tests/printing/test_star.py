"""A Star printer: what it is told, what it gets, and when a job is done."""

import io

import pytest
from PIL import Image

from chuckwagon.printing import handout


def test_an_order_prints_without_a_press(add_printer, sell, jobs):
    printer = add_printer()
    assert printer.ask().json()["jobReady"] is False
    sell()
    offered = printer.ask().json()
    assert (offered["jobReady"], offered["mediaTypes"]) == (True, ["image/png"])
    assert len(offered["jobToken"]) <= 30
    document = printer.fetch(offered["jobToken"])
    assert document.headers["content-type"] == "image/png"
    assert document.headers["x-star-cut"] == "partial; feed=true"
    assert document.headers["x-star-cashdrawer"] == "none"
    image = Image.open(io.BytesIO(document.content))
    assert (image.mode, image.width) == ("1", 576)
    assert printer.ask().json()["jobReady"] is False, "it has the job"
    assert printer.confirm(offered["jobToken"]).status_code == 200
    [job] = jobs()
    assert (job.kind, job.state, job.attempts) == ("ticket", "printed", 1)
    assert printer.ask().json()["jobReady"] is False


def test_each_answer_has_a_type_that_the_description_names(add_printer, sell, client):
    printer = add_printer()
    sell()
    asked = printer.ask()
    token = asked.json()["jobToken"]
    answers = {"post": asked, "get": printer.fetch(token), "delete": printer.confirm(token)}
    described = client.get("/api/openapi.json").json()["paths"]["/print/{secret}"]
    for method, answer in answers.items():
        sent = answer.headers["content-type"].partition(";")[0]
        assert sent in described[method]["responses"]["200"]["content"], method


def test_the_same_token_gets_the_same_bytes_and_confirms_once(add_printer, sell, jobs, later):
    printer = add_printer(paperMm=58)
    sell()
    token = printer.ask().json()["jobToken"]
    first = printer.fetch(token)
    later(seconds=29)
    second = printer.fetch(token)
    assert first.content == second.content
    later(seconds=2)
    assert printer.ask().json()["jobReady"] is True, "the time counts from the first"
    assert [printer.confirm(token).status_code for _ in range(2)] == [200, 200]
    assert (jobs()[0].attempts, jobs()[0].state) == (1, "printed")
    assert printer.fetch(token).status_code == 404


def test_a_printer_that_dies_gets_the_job_again_as_a_copy(add_printer, sell, jobs, later):
    printer = add_printer()
    sell()
    token = printer.ask().json()["jobToken"]
    plain = Image.open(io.BytesIO(printer.fetch(token).content))
    later(seconds=29)
    assert printer.ask().json()["jobReady"] is False
    later(seconds=2)
    again = printer.ask().json()["jobToken"]
    assert again != token
    copy = Image.open(io.BytesIO(printer.fetch(again).content))
    assert copy.height > plain.height
    assert copy.crop((0, copy.height - plain.height, copy.width, copy.height)).tobytes() == plain.tobytes()
    assert printer.fetch(token).status_code == 404, "another offer has taken its place"
    assert printer.confirm(again).status_code == 200
    assert jobs()[0].state == "printed"


def test_five_times_in_all_then_it_is_listed_as_failed(add_printer, sell, jobs, later, call):
    printer = add_printer()
    sell()
    for _ in range(handout.MAX_ATTEMPTS):
        assert printer.fetch(printer.ask().json()["jobToken"]).status_code == 200
        later(seconds=31)
    assert printer.ask().json()["jobReady"] is False
    [job] = jobs()
    assert (job.state, job.attempts) == ("failed", 5)
    [listed] = call("GET", "/print-jobs?state=failed").json()["printJobs"]
    again = call("POST", f"/print-jobs/{listed['_id']}/print")
    assert again.json()["state"] == "waiting"
    token = printer.ask().json()["jobToken"]
    assert printer.fetch(token).status_code == 200
    printer.confirm(token)
    assert jobs()[0].state == "printed"


def test_a_confirmation_that_comes_late_counts(add_printer, sell, jobs, later):
    printer = add_printer()
    sell()
    token = printer.ask().json()["jobToken"]
    printer.fetch(token)
    later(seconds=45)
    assert printer.confirm(token).status_code == 200
    assert jobs()[0].state == "printed"
    assert printer.ask().json()["jobReady"] is False


def test_what_the_printer_refuses_is_offered_again_behind_the_others(add_printer, sell, jobs, later):
    printer = add_printer()
    first, second = sell(), sell()
    token = printer.ask().json()["jobToken"]
    printer.fetch(token)
    printer.confirm(token, code="511 Media decoding error")
    assert (jobs()[0].state, jobs()[0].failure) == ("waiting", "511 Media decoding error")
    assert printer.fetch(token).status_code == 404, "only another offer has another token"
    assert printer.print_next() is not None
    assert [job.state for job in jobs()] == ["waiting", "printed"]
    assert {job.order_id for job in jobs()} == {first["_id"], second["_id"]}
    later(seconds=31)
    assert printer.print_next() is not None
    assert {job.state for job in jobs()} == {"printed"}


@pytest.mark.parametrize(("status", "state"), [("410 Out of paper", "paper_out"), ("420%20Cover%20open", "cover_open")])
def test_a_printer_in_trouble_gets_nothing_and_says_why(add_printer, sell, call, status, state):
    printer = add_printer()
    sell()
    assert printer.ask(status).json()["jobReady"] is False
    assert call("GET", "/printers").json()["printers"][0]["state"] == state
    assert printer.ask().json()["jobReady"] is True
    assert call("GET", "/printers").json()["printers"][0]["state"] == "ready"


def test_a_printer_without_tokens_has_one_job_at_a_time(add_printer, sell, jobs):
    printer = add_printer()
    sell()
    sell()
    assert printer.ask().json()["jobReady"] is True
    assert printer.fetch().content == printer.fetch().content
    assert printer.ask().json()["jobReady"] is False
    printer.confirm(code="200 OK")
    assert [job.state for job in jobs()] == ["printed", "waiting"]
    printer.fetch()
    answer = printer.fetch(delete="", code="OK")
    assert answer.status_code == 200
    assert [job.state for job in jobs()] == ["printed", "printed"]


def test_the_types_are_asked_for_once_and_text_is_for_printers_without_images(add_printer, sell):
    printer = add_printer()
    sell()
    asked = printer.ask().json()
    assert asked["clientAction"] == [{"request": "Encodings", "options": ""}]
    answer = [{"request": "Encodings", "result": "text/plain; application/vnd.star.line"}]
    offered = printer.ask(clientAction=answer).json()
    assert offered["mediaTypes"] == ["text/plain"]
    assert "clientAction" not in offered
    document = printer.fetch(offered["jobToken"], type="text/plain")
    assert document.headers["content-type"].startswith("text/plain")
    assert "1 x Taco" in document.text
    assert printer.fetch(offered["jobToken"], type="application/vnd.star.line").status_code == 415


def test_odd_polls_are_answered(add_printer, client, sell):
    printer = add_printer()
    sell()
    for body in (b"", b"[]", b"{", b'{"statusCode": null, "clientAction": 3}', b'{"clientAction": [1]}'):
        answer = client.post(printer.path, content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["jobReady"]) == (200, True)
    assert printer.ask(printingInProgress=True).json()["jobReady"] is False


def test_unknown_addresses_are_404_and_limited(client, frozen_clock, add_printer):
    printer = add_printer()
    wrong = f"/print/{'x' * 43}"
    assert client.post(wrong, json={}).status_code == 404
    for _ in range(40):
        last = client.post(wrong, json={}).status_code
        if last == 429:
            break
    assert last == 429
    assert printer.ask().status_code == 200, "a known printer of the same network is served"
