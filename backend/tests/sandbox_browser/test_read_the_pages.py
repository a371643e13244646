"""What people read: the overview, a payment, a receipt and the text messages."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from page_calls import SECRET, text_to

from sandbox.pages.formatting import linked, money, phone_name
from sandbox.pages.templates import Markup, fill
from sandbox.stripe.cards import CARDS

HOSTILE = "<img src=x onerror=alert(1)>"
ESCAPED = "&lt;img src=x onerror=alert(1)&gt;"


@pytest.mark.parametrize("path", ["/", "/messages"])
def test_empty_pages_say_what_comes(browser: httpx.Client, path: str) -> None:
    page = browser.get(path)
    assert page.status_code == 200
    assert "Sandbox: no real card is charged and no text or e-mail leaves this computer" in page.text
    assert 'class="hollow"' in page.text


def test_pages_take_nothing_from_elsewhere(browser: httpx.Client, make_payment: Callable[..., Any]) -> None:
    make_payment("4242424242424242")
    page = browser.get("/")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert 'src="http' not in page.text
    assert 'href="http' not in page.text


def test_overview_shows_every_test_card(browser: httpx.Client) -> None:
    text = browser.get("/").text
    for number in CARDS:
        assert f'data-copy="{number}"' in text


def test_overview_shows_payments_and_events_escaped(browser: httpx.Client, make_payment: Callable[..., Any]) -> None:
    intent = make_payment("4000000000009995", description=HOSTILE)
    text = browser.get("/").text
    assert HOSTILE not in text
    assert ESCAPED in text
    assert "$23.15" in text
    assert f'href="/payments/{intent["id"]}"' in text
    assert "payment_intent.payment_failed" in text
    assert "Visa •••• 9995" in text


def test_payment_tells_its_story(browser: httpx.Client, make_payment: Callable[..., Any]) -> None:
    intent = make_payment("4000000000009995", description=HOSTILE, **{"metadata[note]": HOSTILE})
    page = browser.get(f"/payments/{intent['id']}")
    assert page.status_code == 200
    assert HOSTILE not in page.text
    assert page.text.count(ESCAPED) >= 2
    assert "Your card has insufficient funds." in page.text
    assert page.text.index("payment_intent.created") < page.text.index("payment_intent.payment_failed")
    assert f"/_sandbox/payment_intents/{intent['id']}/status" in page.text


def test_finished_payment_offers_no_controls(browser: httpx.Client, make_payment: Callable[..., Any]) -> None:
    intent = make_payment("4242424242424242")
    text = browser.get(f"/payments/{intent['id']}").text
    assert "/status" not in text
    assert f"/receipts/{intent['latest_charge']}" in text


def test_receipt_shows_what_was_paid_and_refunded(browser: httpx.Client, make_payment: Callable[..., Any]) -> None:
    intent = make_payment("4242424242424242", description=HOSTILE)
    browser.post("/v1/refunds", data={"payment_intent": intent["id"], "amount": "315"}, headers=SECRET)
    page = browser.get(f"/receipts/{intent['latest_charge']}")
    assert page.status_code == 200
    assert HOSTILE not in page.text
    assert "$23.15" in page.text
    assert "$3.15" in page.text
    assert "Visa •••• 4242" in page.text


def test_declined_charge_has_no_receipt(browser: httpx.Client, make_payment: Callable[..., Any]) -> None:
    intent = make_payment("4000000000000002")
    assert browser.get(f"/receipts/{intent['latest_charge']}").status_code == 404


@pytest.mark.parametrize("path", ["/payments/pi_none", "/receipts/ch_none", "/3ds/pi_none", "/setup/e/acct_x/none"])
def test_unknown_things_are_not_found(browser: httpx.Client, path: str) -> None:
    assert browser.get(path).status_code == 404


def test_messages_are_kept_by_phone_and_escaped(browser: httpx.Client) -> None:
    text_to(browser, "+15551234567", f"Your order {HOSTILE} http://localhost:8000/tacos/order/abc.")
    text_to(browser, "+15559876543", "The last message, to another number")
    newest = browser.get("/messages").text
    assert "Conversation with (555) 987-6543" in newest
    chosen = browser.get("/messages", params={"phone": "+15551234567"}).text
    assert "Conversation with (555) 123-4567" in chosen
    assert HOSTILE not in chosen
    assert ESCAPED in chosen
    link = 'href="http://localhost:8000/tacos/order/abc"'
    assert link in chosen


def test_reply_and_opt_out_are_shown(browser: httpx.Client) -> None:
    text_to(browser, "+15551234567", "Your order is ready.")
    browser.post("/_sandbox/messages/inbound", json={"from": "+15551234567", "body": "STOP"})
    text = browser.get("/messages").text
    assert '<li class="mine">' in text
    assert "opted out with STOP" in text


def test_static_files_have_their_types(browser: httpx.Client) -> None:
    types = {"base.css": "text/css", "live.js": "text/javascript", "icon.svg": "image/svg+xml"}
    for name, media_type in types.items():
        assert browser.get(f"/pages/static/{name}").headers["content-type"].startswith(media_type)
    assert browser.get("/pages/static/routes.py").status_code == 404


def test_values_are_escaped_unless_they_are_markup() -> None:
    assert fill("shell", "web", href='"><b>') == (
        '<a href="&quot;&gt;&lt;b&gt;" target="_blank" rel="noopener noreferrer">&quot;&gt;&lt;b&gt;</a>'
    )
    assert fill("overview", "card_group", title="a & b", rows=Markup("<li>")) == (
        '<h3>a &amp; b</h3><ul class="cards"><li></ul>'
    )


def test_links_end_before_punctuation() -> None:
    assert '<a href="https://a.example/b"' in linked("See https://a.example/b. Bye")
    assert linked("See javascript:alert(1)") == "See javascript:alert(1)"


@pytest.mark.parametrize(("cents", "text"), [(0, "$0.00"), (5, "$0.05"), (123456, "$1,234.56"), (-50, "-$0.50")])
def test_money_is_written_with_two_decimals(cents: int, text: str) -> None:
    assert money(cents) == text


def test_phones_are_written_as_people_do() -> None:
    assert phone_name("+15551234567") == "(555) 123-4567"
    assert phone_name("+4915112345") == "+4915112345"
