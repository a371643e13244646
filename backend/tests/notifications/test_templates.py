"""The bodies of the SMS."""

import string
from datetime import UTC, datetime
from itertools import product

import msgspec
import pytest

from chuckwagon.kit.sentences import LANGUAGES
from chuckwagon.notifications.catalogs import CATALOGS
from chuckwagon.notifications.push_messages import word_for_customer
from chuckwagon.notifications.templates import (
    _GSM_CHARACTERS,
    KINDS,
    PlanChangeFacts,
    RefundFacts,
    SmsFacts,
    count_segments,
    render_help,
    render_sms,
    to_gsm_text,
)

LINK = f"https://eat.example/spicy-burritos/order/{'x' * 43}"
LONGEST_LINK = f"https://order.the-chuckwagon.example/{'s' * 64}/order/{'x' * 43}"
FOLLOW_IN_SPANISH = f"Sigue tu orden: {LINK} Manda STOP para darte de baja."
ORDERED = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)


def facts(**more):
    known = {"order_number": 7, "truck_name": "Taco Rey", "total_cents": 1234, "zone": "America/Denver"}
    return SmsFacts(**{**known, "ordered_at": ORDERED, **more})


def sentences(language):
    """The sentences of a catalog by name."""
    values = msgspec.structs.asdict(CATALOGS[language])
    return {name: value for name, value in values.items() if isinstance(value, str)}


def values_of(sentence):
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_every_sentence_with_the_same_values(language):
    expected = {name: values_of(sentence) for name, sentence in sentences("en").items()}
    assert {name: values_of(sentence) for name, sentence in sentences(language).items()} == expected
    assert all(sentences(language).values())


def test_no_sentence_was_left_in_english():
    assert set(sentences("en").values()).isdisjoint(sentences("es").values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogs_keep_to_the_letters_of_a_plain_text(language):
    """One other letter would cut the SMS from 160 characters to 70."""
    words = [*sentences(language).values(), *CATALOGS[language].weekdays]
    assert set("".join(words)) - {"{", "}"} <= _GSM_CHARACTERS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("kind", "paid_with"),
    [*((kind, "online") for kind in KINDS), *product(("cancelled", "refunded"), ("cash", "card"))],
)
def test_every_text_names_the_truck_and_the_order_and_fits_one_message(kind, paid_with, language):
    known = {"truck_name": "W" * 60, "order_number": 99_999, "total_cents": 999_999}
    sums = [(cents, total, stands) for cents, total in ((999_999, 999_999), (999_998, 999_999)) for stands in (0, 1)]
    for refund in (None, *(RefundFacts(cents, total, bool(stands), paid_with) for cents, total, stands in sums)):
        text = render_sms(kind, facts(**known, pickup_at=ORDERED, language=language, refund=refund))
        assert text.startswith("W" * 60 + ": ")
        assert "#99999" in text
        assert refund is None or kind not in ("cancelled", "refunded") or "$9999.9" in text.replace(",", "")
        assert len(text) <= 160
        assert set(text) <= _GSM_CHARACTERS


@pytest.mark.parametrize("kind", KINDS)
def test_the_trucks_own_line_comes_last_but_for_the_way_out(kind):
    text = render_sms(kind, facts(signature="Ask for Zoë 🌮"))
    assert text.removesuffix(" Reply STOP to opt out.").endswith(" Ask for Zoe")


def test_the_first_text_says_where_to_follow_the_order():
    words = "Taco Rey: we have your order #7, $12.34 paid."
    assert render_sms("confirmed", facts(link=LINK)) == f"{words} Follow it: {LINK} Reply STOP to opt out."


def test_a_move_names_the_address_and_leaves_it_out_last():
    """Customers wait at the old place: the words of staff and the truck's own line are less to them."""
    moved = PlanChangeFacts("moved", sentence="The police sent us away, sorry about that.")
    known = {"place": "Tech Campus", "link": LONGEST_LINK, "change": moved, "signature": "Find us by the fountain."}
    near = render_sms("moved_1", facts(**known, place_address="40 Foundry Road, San Francisco"))
    assert near.startswith("Taco Rey: we have moved to Tech Campus, 40 Foundry Road, San Francisco.")
    assert "fountain" not in near
    far = render_sms("moved_1", facts(**known, place_address="4 " + "Long " * 30))
    assert far.startswith("Taco Rey: we have moved to Tech Campus. Please pick up order #7 there.")
    assert [count_segments(text) for text in (near, far)] == [2, 2]
    push = word_for_customer("es", "moved", 7, place="Tech Campus, 40 Foundry Road")
    assert push == "El camión se cambió a Tech Campus, 40 Foundry Road. Recoge ahí tu orden #7."


def test_later_texts_do_not_repeat_the_address():
    assert [kind for kind in KINDS if LINK in render_sms(kind, facts(link=LINK))] == ["confirmed"]


def test_a_truck_with_a_usual_name_keeps_its_line_and_its_time_in_two_messages():
    usual = facts(signature="Find us by the fountain.", pickup_at=ORDERED, link=LINK)
    text = render_sms("confirmed", usual)
    assert "Ready about 1:00 PM." in text
    assert "Find us by the fountain." in text
    assert count_segments(text) == 2


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (
            "confirmed",
            f"Taco Rey: tenemos tu orden #7, $1,234.56 pagados. Lista aprox. 1:00 p.m. {FOLLOW_IN_SPANISH}",
        ),
        ("preparing", "Taco Rey: ya estamos preparando la orden #7. Lista aprox. 1:00 p.m."),
        ("ready", "Taco Rey: ya tenemos lista la orden #7. ¡Te esperamos en el mostrador!"),
        ("cancelled", "Taco Rey: orden #7 cancelada. Te regresamos $1,234.56 a tu tarjeta."),
        (
            "refunded",
            "Taco Rey: te regresamos $1,234.56 por la orden #7. El banco puede tardar hasta semana y media.",
        ),
    ],
)
def test_a_spanish_order_gets_spanish_texts(kind, text):
    refund = RefundFacts(123_456, 123_456)
    spanish = facts(language="es", total_cents=123_456, pickup_at=ORDERED, link=LINK, refund=refund)
    assert render_sms(kind, spanish) == text
    assert count_segments(text) <= 2


def test_an_unpaid_spanish_order_says_what_to_pay_and_another_day_by_its_name():
    later = datetime(2026, 3, 7, 17, 5, tzinfo=UTC)
    text = render_sms("confirmed", facts(language="es", is_paid=False, pickup_at=later))
    assert text.startswith("Taco Rey: tenemos tu orden #7, pagas $12.34 en el mostrador. Lista aprox. sab 10:05 a.m.")


def test_help_is_answered_in_the_language_of_the_order():
    assert render_help("Taco Rey", "555-0100", "es") == (
        "Taco Rey: te mandamos mensajes de cada orden. ¿Preguntas? Llama al 555-0100. Manda STOP para darte de baja."
    )
    assert render_help("Taco Rey", "", "en") == ("Taco Rey: we text you about your orders. Reply STOP to opt out.")


@pytest.mark.parametrize("line", ["", "s" * 60])
def test_the_longest_confirmation_gives_up_what_its_link_says_and_fits_two_messages(line):
    known = {"truck_name": "W" * 60, "order_number": 99_999, "total_cents": 999_999, "is_paid": False}
    text = render_sms("confirmed", facts(**known, signature=line, pickup_at=ORDERED, link=LONGEST_LINK))
    assert count_segments(text) == 2
    assert text.endswith(f" to pay at the counter. Follow it: {LONGEST_LINK} Reply STOP to opt out.")


def test_a_name_in_other_letters_still_gets_the_link_and_the_way_out():
    text = render_sms("confirmed", facts(truck_name="寿司", signature="Enjoy!", link=LINK))
    assert text == f"寿司: we have your order #7, $12.34 paid. Follow it: {LINK} Reply STOP to opt out."


@pytest.mark.parametrize(
    ("text", "segments"),
    [
        ("a" * 160, 1),
        ("a" * 161, 2),
        ("a" * 306, 2),
        ("a" * 307, 3),
        ("寿" * 70, 1),
        ("寿" * 71, 2),
        ("寿" * 134, 2),
        ("寿" * 135, 3),
        ("🌮" * 36, 2),
    ],
)
def test_a_text_is_counted_as_the_provider_counts_it(text, segments):
    assert count_segments(text) == segments


def test_only_the_first_text_says_how_to_stop():
    assert [kind for kind in KINDS if "STOP" in render_sms(kind, facts())] == ["confirmed"]


@pytest.mark.parametrize(
    ("pickup", "zone", "words"),
    [
        (datetime(2026, 3, 6, 20, 45, tzinfo=UTC), "America/Denver", "Ready about 1:45 PM."),
        (datetime(2026, 3, 6, 20, 45, tzinfo=UTC), "America/New_York", "Ready about 3:45 PM."),
        (datetime(2026, 3, 7, 8, 5, tzinfo=UTC), "America/Los_Angeles", "Ready about Sat 12:05 AM."),
        (datetime(2026, 3, 8, 19, 0, tzinfo=UTC), "America/New_York", "Ready about Sun 3:00 PM."),
    ],
)
def test_pickup_time_is_the_trucks_own(pickup, zone, words):
    assert words in render_sms("confirmed", facts(pickup_at=pickup, zone=zone))


def test_no_pickup_time_is_not_mentioned():
    text = "Taco Rey: we have your order #7, $12.34 paid. Reply STOP to opt out."
    assert render_sms("confirmed", facts()) == text


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Papa’s “Grill”", 'Papa\'s "Grill"'),
        ("Café Olé", "Café Olé"),
        ("Phở Bo 🍜", "Pho Bo"),
        ("Bánh Mì Đặc Biệt", "Banh Mì Dac Biet"),
        ("Łódź Pierogi", "Lodz Pierogi"),
        ("Sœur Crêpes", "Soeur Crepes"),
        ("Œuvre Þor", "Oeuvre Thor"),
        ("Kebapçı Işık", "Kebapci Isik"),
        ("Борщ", "Borshch"),
        ("Aloha ʻOhana Tex‑Mex", "Aloha 'Ohana Tex-Mex"),
        ("寿司", "寿司"),
    ],
)
def test_names_keep_to_the_letters_of_a_plain_text(name, short):
    assert to_gsm_text(name) == short
