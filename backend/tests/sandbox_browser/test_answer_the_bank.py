"""The 3-D Secure page: in the shop's frame, and as a page of its own."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from page_calls import SECRET, read

CARD = "4000002500003155"


def address(intent: dict[str, Any], **more: str) -> str:
    return f"/3ds/{intent['id']}?client_secret={intent['client_secret']}" + "".join(
        f"&{k}={v}" for k, v in more.items()
    )


def test_question_names_amount_and_card(browser: httpx.Client, make_payment: Callable[..., Any]) -> None:
    page = browser.get(address(make_payment(CARD)))
    assert page.status_code == 200
    assert "$23.15" in page.text
    assert "Visa •••• 3155" in page.text
    assert 'id="test-source-authorize-3ds"' in page.text
    assert 'id="test-source-fail-3ds"' in page.text


@pytest.mark.parametrize(
    ("outcome", "status", "code"),
    [
        ("complete", "succeeded", None),
        ("fail", "requires_payment_method", "payment_intent_authentication_failure"),
    ],
)
def test_answer_decides_the_payment(
    browser: httpx.Client, make_payment: Callable[..., Any], outcome: str, status: str, code: str | None
) -> None:
    intent = make_payment(CARD)
    page = browser.post(address(intent, parent="http://localhost:8000"), data={"outcome": outcome})
    assert page.status_code == 200
    assert 'data-parent="http://localhost:8000" data-done="yes"' in page.text
    after = read(browser, intent["id"])
    assert after["status"] == status
    assert (after["last_payment_error"] or {}).get("code") == code


def test_second_answer_changes_nothing(browser: httpx.Client, make_payment: Callable[..., Any]) -> None:
    intent = make_payment(CARD)
    browser.post(address(intent), data={"outcome": "complete"})
    assert browser.post(address(intent), data={"outcome": "fail"}).status_code == 200
    assert read(browser, intent["id"])["status"] == "succeeded"


def test_wrong_secret_is_refused(browser: httpx.Client, make_payment: Callable[..., Any]) -> None:
    intent = make_payment(CARD)
    wrong = f"/3ds/{intent['id']}?client_secret=guessed"
    assert browser.get(wrong).status_code == 404
    assert browser.post(wrong, data={"outcome": "complete"}).status_code == 404
    assert read(browser, intent["id"])["status"] == "requires_action"


@pytest.mark.parametrize("parent", ["javascript:alert(1)", "*", '"><script>', "http://"])
def test_only_a_web_origin_is_told(browser: httpx.Client, make_payment: Callable[..., Any], parent: str) -> None:
    page = browser.get(
        f"/3ds/{(intent := make_payment(CARD))['id']}",
        params={"client_secret": intent["client_secret"], "parent": parent},
    )
    assert 'data-parent=""' in page.text


@pytest.mark.parametrize(("outcome", "word"), [("complete", "succeeded"), ("fail", "failed")])
def test_redirect_returns_to_the_shop(
    browser: httpx.Client, make_payment: Callable[..., Any], outcome: str, word: str
) -> None:
    intent = make_payment()
    fields = {
        "payment_method": "pm_card_authenticationRequired",
        "return_url": "http://localhost:8000/back?x=1",
    }
    confirmed = browser.post(f"/v1/payment_intents/{intent['id']}/confirm", data=fields, headers=SECRET).json()
    url = confirmed["next_action"]["redirect_to_url"]["url"]
    answer = browser.post(url, data={"outcome": outcome})
    assert answer.status_code == 303
    assert answer.headers["location"] == (
        f"http://localhost:8000/back?x=1&payment_intent={intent['id']}"
        f"&payment_intent_client_secret={intent['client_secret']}&redirect_status={word}"
    )
