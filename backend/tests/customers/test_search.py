"""Search words of customers, and how a search text is parsed."""

import pytest

from chuckwagon.customers.search import (
    MAX_SEARCH_LENGTH,
    MAX_WORD_LENGTH,
    clean_search,
    parse_search_words,
    phone_digits,
    search_words,
)
from chuckwagon.kit.errors import InvalidInput


def test_a_customer_is_found_by_name_address_and_the_end_of_the_phone():
    assert search_words("Zoë O'Hara", "Zoe.H@example.com", "+12133734253") == {
        "zoe", "o", "hara", "h", "example", "com", "2133734253", "3734253", "4253",
    }  # fmt: skip


def test_an_erased_customer_without_phone_and_address_has_only_name_words():
    assert search_words("Erased customer", None, "") == {"erased", "customer"}


def test_long_words_are_cut_alike_when_stored_and_when_searched():
    assert search_words("x" * 99, None, "") == {"x" * MAX_WORD_LENGTH}
    assert parse_search_words("x" * 99) == ["x" * MAX_WORD_LENGTH]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ada lovelace", ["lovelace", "ada"]),
        ("Ada ADA", ["ada"]),
        ("ZOË", ["zoe"]),
        ("(213) 373-4253", ["2133734253"]),
        ("+1 213 373 4253", ["2133734253"]),
        ("1 213 373 4253", ["2133734253"]),
        ("373-42", ["37342"]),
        ("bob 7", ["bob", "7"]),
        ("  !? ", []),
    ],
)
def test_a_search_is_words_or_one_phone(text, words):
    assert parse_search_words(text) == words


@pytest.mark.parametrize(("text", "digits"), [("(213) 37", "21337"), ("7 tacos", ""), ("-", "")])
def test_only_text_without_letters_is_a_part_of_a_phone(text, digits):
    assert phone_digits(text) == digits


@pytest.mark.parametrize("text", ["x" * (MAX_SEARCH_LENGTH + 1), "a\x00b"])
def test_long_text_and_control_characters_are_refused(text):
    with pytest.raises(InvalidInput) as refused:
        clean_search(text)
    assert refused.value.fields == {"q": "Search for plain text of at most 100 characters."}
