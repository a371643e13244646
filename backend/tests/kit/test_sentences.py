"""Every sentence of an error has a reason that is listed, with the values in it."""

import ast
from pathlib import Path

import pytest

import chuckwagon
from chuckwagon.kit.error_reasons import REASONS
from chuckwagon.kit.errors import AppError, InvalidInput, NotFound
from chuckwagon.kit.sentences import Sentence, at_parameter, choose_one_of, too_long

PACKAGE = Path(chuckwagon.__file__).parent


def subclasses(kind):
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)


def sentence_calls():
    """Calls that make a sentence, as (place, reason, names of the values), where the code names all of them."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_sentence = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Sentence"
            if not is_sentence or not isinstance(node.args[1], ast.Constant):
                continue
            names = {keyword.arg for keyword in node.keywords}
            if None not in names:
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node.args[1].value, names


def test_every_sentence_in_the_code_has_a_listed_reason_with_its_values():
    calls = list(sentence_calls())
    assert len(calls) > 100
    assert [call for call in calls if set(REASONS.get(call[1], {"?": str})) != call[2]] == []


@pytest.mark.usefixtures("app")
def test_every_error_has_a_listed_reason_for_its_own_sentence():
    own = [kind for kind in subclasses(AppError) if kind.__module__.startswith("chuckwagon.")]
    assert len(own) > 50
    # These are always raised with one.
    without_sentence = {"conflict", "payment_conflict", "receipt_refused", "review_conflict", "sms_limit"}
    assert {kind.reason or kind.code for kind in own} - set(REASONS) <= without_sentence


def test_an_error_words_its_sentence_and_names_its_reason_with_the_values():
    problem = too_long(80)
    error = InvalidInput(at_parameter("q", problem), fields={"q": problem})
    assert error.body() == {
        "error": "q: Use at most 80 characters.",
        "message": "q: Use at most 80 characters.",
        "code": "invalid_input",
        "reason": "too_long",
        "params": {"max": 80},
        "fields": {"q": "Use at most 80 characters."},
        "fieldReasons": {"q": {"reason": "too_long", "params": {"max": 80}}},
    }
    assert {type(value) for value in (error.body()["error"], error.body()["fields"]["q"])} == {str}


def test_the_default_sentence_has_the_code_as_its_reason():
    body = NotFound().body()
    assert (body["code"], body["reason"]) == ("not_found", "not_found")
    assert not body.keys() & {"params", "fields", "fieldReasons"}


def test_a_sentence_is_the_text_that_people_read():
    sentence = choose_one_of(("cash", "card"))
    assert isinstance(sentence, Sentence)
    assert sentence == "Choose one of cash, card."
    assert sentence.params == {"choices": "cash, card"}
