"""What the tests do behind the pages' back: calls with a secret key, and texts that a shop would send."""

from typing import Any

import httpx

from sandbox.settings import Settings

SECRET = {"Authorization": "Bearer sk_test_pages"}


def read(browser: httpx.Client, intent_id: str) -> dict[str, Any]:
    answer: dict[str, Any] = browser.get(f"/v1/payment_intents/{intent_id}", headers=SECRET).json()
    return answer


def text_to(browser: httpx.Client, phone: str, body: str) -> None:
    account = Settings()
    browser.post(
        f"/2010-04-01/Accounts/{account.twilio_account_sid}/Messages.json",
        data={"To": phone, "From": "+15005550006", "Body": body},
        auth=(account.twilio_account_sid, account.twilio_auth_token),
    ).raise_for_status()
