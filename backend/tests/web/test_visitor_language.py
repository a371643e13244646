"""The language of a page: the customer's choice, then the browser's wishes, then English."""

import pytest

from chuckwagon.web.requests import choose_language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("es", "es"),
        ("es-MX", "es"),
        ("ES-419,es;q=0.9", "es"),
        ("en-US,es;q=0.9", "en"),
        ("es-US,es;q=0.9,en-US;q=0.8,en;q=0.7", "es"),
        ("en;q=0.5, es;q=0.8", "es"),
        ("en;q=0.8, es;q=0.8", "en"),
        ("es;q=0.8, en;q=0.8", "es"),
        ("fr-CA, de;q=0.9", "en"),
        ("fr-CA, es;q=0.1", "es"),
        ("es;q=0, fr", "en"),
        ("*", "en"),
        ("est", "en"),
        ("es;q=many", "en"),
        ("es;q=nan", "en"),
        ("es;q=7", "en"),
        (";;q=,,=", "en"),
        ("es ; q=0.9 , en ; q=0.3", "es"),
    ],
)
def test_the_browser_is_given_the_language_it_prefers(header, language):
    assert choose_language(accept_language=header) == language


@pytest.mark.parametrize(
    ("cookie", "language"),
    [
        ("language=es", "es"),
        ("language=en", "en"),
        ("theme=dark; language=es; visits=3", "es"),
        ("odd[]={1}; ;=; language=es", "es"),
        ("language=fr; language=es", "es"),
        ("my_language=es", "en"),
        ("language=", "en"),
        ("language=<script>", "en"),
        ("language", "en"),
    ],
)
def test_the_choice_of_the_switch_is_read_from_its_cookie(cookie, language):
    assert choose_language(cookie=cookie) == language


def test_the_choice_comes_before_the_browsers_wishes():
    assert choose_language(cookie="language=en", accept_language="es-MX") == "en"
    assert choose_language(cookie="language=es", accept_language="en-US") == "es"
    assert choose_language(cookie="language=fr", accept_language="es") == "es"
