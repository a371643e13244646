"""Accepts only US numbers to which an SMS may be sent."""

import pytest

from chuckwagon.kit.validation import format_us_phone, us_e164


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("5551234567", "+15551234567"),
        ("(415) 555-2671", "+14155552671"),
        ("212.555.0123", "+12125550123"),
        (" 503 555 0199 ", "+15035550199"),
        ("15551234567", "+15551234567"),
        ("1-415-555-2671", "+14155552671"),
        ("+1 555 123 4567", "+15551234567"),
        (" +14155552671 ", "+14155552671"),
    ],
)
def test_a_us_number_passes_with_or_without_its_country_code(text, number):
    assert us_e164(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        "123",
        "555123456",
        "25551234567",
        "+5551234567",
        "+44 20 7946 0958",
        "11551234567",
        "115551234567",
        "0551234567",
        "1551234567",
        "call me",
        "5" * 40,
    ],
)
def test_anything_else_is_refused(text):
    assert us_e164(text) is None


@pytest.mark.parametrize("area", ["876", "809", "829", "849", "473", "242", "658", "284", "345", "441"])
def test_other_countries_under_the_same_code_are_refused(area):
    assert us_e164(f"{area}5551234") is None


@pytest.mark.parametrize("text", ["4165551234", "6045551234", "9005551234", "8005551234", "2129761234"])
def test_canadian_premium_and_toll_free_numbers_are_refused(text):
    assert us_e164(text) is None


@pytest.mark.parametrize("area", ["787", "939", "671", "340", "684", "670"])
def test_numbers_of_the_territories_pass(area):
    """Puerto Rico, Guam, the Virgin Islands, American Samoa, the Northern Mariana Islands."""
    assert us_e164(f"{area}7331234") == f"+1{area}7331234"


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("+15551234567", "(555) 123-4567"),
        ("5551234567", "(555) 123-4567"),
        ("1 555-123-4567", "(555) 123-4567"),
        ("+445551234567", "+445551234567"),
        ("extension 12", "extension 12"),
        ("", ""),
    ],
)
def test_a_us_number_is_shown_in_one_form_and_anything_else_as_it_is(stored, shown):
    assert format_us_phone(stored) == shown
