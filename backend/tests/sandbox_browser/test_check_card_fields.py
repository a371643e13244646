"""The rules of the card fields, run in node exactly as the frame runs them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

NOW = "new Date(2026, 10, 21)"
NUMBER = "4242 4242 4242 4242"


@pytest.fixture
def evaluate(frame_folder: Path, run_node: Callable[..., str]) -> Callable[[str], object]:
    def evaluate(expression: str) -> object:
        script = (
            "import { CHECKS, fieldOfCardError } from './checks.js';"
            "import { formatNumber, formatExpiry, brandOf } from './card-brands.js';"
            f"console.log(JSON.stringify({expression}));"
        )
        (frame_folder / "question.js").write_text(script)
        return json.loads(run_node("question.js", folder=frame_folder))

    return evaluate


def test_numbers(evaluate: Callable[[str], object]) -> None:
    cases = {
        "": "incomplete_number",
        "4242 4242": "incomplete_number",
        "4242 4242 4242 4241": "invalid_number",
        NUMBER: None,
        "3782 822463 10005": None,
        "3782 822463 1000": "incomplete_number",
        "6011 1111 1111 1117": None,
    }
    codes = evaluate(f"{json.dumps(list(cases))}.map((text) => CHECKS.number(text)?.code ?? null)")
    assert codes == list(cases.values())


def test_expiry_dates(evaluate: Callable[[str], object]) -> None:
    cases = {
        "": "incomplete_expiry",
        "12 / 3": "incomplete_expiry",
        "13 / 30": "invalid_expiry_month",
        "12 / 25": "invalid_expiry_year_past",
        "10 / 26": "invalid_expiry_month_past",
        "11 / 26": None,
        "01 / 77": "invalid_expiry_year",
        "12 / 34": None,
    }
    codes = evaluate(f"{json.dumps(list(cases))}.map((text) => CHECKS.expiry(text, {{}}, {{}}, {NOW})?.code ?? null)")
    assert codes == list(cases.values())


def test_security_code_is_longer_for_american_express(evaluate: Callable[[str], object]) -> None:
    visa = evaluate(f"CHECKS.cvc('123', {{ number: '{NUMBER}' }})")
    amex = evaluate("CHECKS.cvc('123', { number: '3782 822463 10005' })")
    assert visa is None
    assert amex == {
        "type": "validation_error",
        "code": "incomplete_cvc",
        "message": "Your card’s security code is incomplete.",
    }


def test_numbers_are_written_in_groups(evaluate: Callable[[str], object]) -> None:
    assert evaluate("formatNumber('42424242424242429999')") == NUMBER
    assert evaluate("formatNumber('378282246310005')") == "3782 822463 10005"
    assert evaluate("formatNumber('4242a')") == "4242"


def test_expiry_is_completed_while_typing(evaluate: Callable[[str], object]) -> None:
    cases = {
        "1": "1",
        "4": "04 / ",
        "12": "12 / ",
        "1234": "12 / 34",
        "1/": "01 / ",
        "12/2034": "12 / 34",
    }
    shown = evaluate(f"{json.dumps(list(cases))}.map((typed) => formatExpiry(typed))")
    assert shown == list(cases.values())


def test_bank_answers_stand_at_the_field_they_are_about(evaluate: Callable[[str], object]) -> None:
    codes = ["card_declined", "incorrect_cvc", "expired_card"]
    fields = evaluate(f"{codes}.map((code) => fieldOfCardError({{ type: 'card_error', code }}))")
    assert fields == ["number", "cvc", "expiry"]
    assert evaluate("fieldOfCardError({ type: 'api_error' })") is None
