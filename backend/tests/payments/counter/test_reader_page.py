"""The sandbox's page of the card readers, on which a person taps, cancels, and switches them off."""

import re


def press(window, what, **fields):
    path = f"/readers/{window.provider_id()}"
    return window.sandbox.post(path, form={"do": what, **fields})


def screen(window):
    found = re.search(r"<b>(.*?)</b>", window.sandbox.get("/readers").text)
    return found.group(1) if found else None


def test_a_newcomer_sells_is_declined_and_cancels_on_the_page(window, worker):
    assert screen(window) == "Ready"
    payment = window.take().json()
    assert screen(window).endswith(": tap, insert or swipe")
    assert press(window, "tap", card="4000000000009995").status_code == 303
    assert screen(window) == "Not paid: Your card has insufficient funds."
    assert window.settle(payment)["state"] == "declined"
    window.act(payment, "retry")
    press(window, "cancel")
    assert window.settle(payment)["reason"] == "cancelled_on_reader"
    press(window, "off")
    assert (screen(window), window.act(payment, "retry").json()["state"]) == ("Off", "reader_offline")
    press(window, "on")
    window.act(payment, "retry")
    press(window, "tap", card="4242424242424242")
    assert (screen(window), window.settle(payment)["state"]) == ("Approved", "paid")
    refused = press(window, "tap")
    assert (refused.status_code, "not waiting for a card" in refused.text) == (400, True)
