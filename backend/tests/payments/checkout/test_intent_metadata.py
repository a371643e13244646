"""Metadata of a payment intent: decoding returns what was encoded, in few short values and without personal data."""

from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuckwagon.kit.money import TAX_CLASSES
from chuckwagon.payments.checkout.intent_metadata import (
    CheckoutMetadata,
    MetadataLine,
    MetadataOption,
    decode_metadata,
    encode_metadata,
    make_statement_suffix,
)
from tests.factories import checkout_body, make_item, make_truck

IDS = st.binary(min_size=12, max_size=12).map(bytes.hex)
CENTS = st.integers(0, 10**7)
OPTIONS = st.builds(MetadataOption, IDS, CENTS, st.just(1) | st.integers(1, 10))
LINES = st.builds(
    MetadataLine, IDS, st.integers(1, 99), CENTS, st.lists(OPTIONS, max_size=6).map(tuple),
    st.sampled_from(TAX_CLASSES),
)  # fmt: skip


def priced(
    lines, *, tax=79, rate=87_500, pickup=29_000_000, subtotal=900, ids=("a" * 24, "b" * 24), taxes=None, **more
):
    """Build metadata whose sums are right."""
    each = [line.quantity * (line.base_price_cents + sum(one.cents for one in line.options)) for line in lines]
    subtotal = sum(each) if lines else subtotal
    more["discount_cents"] = min(more.get("discount_cents", 0), subtotal)
    total = subtotal - more["discount_cents"] + tax + more.get("tip_cents", 0)
    if more.get("prices_include_tax"):
        tax = min(tax, subtotal - more["discount_cents"])
        total = subtotal - more["discount_cents"] + more.get("tip_cents", 0)
    if taxes is not None:
        more |= share_taxes(total - more.get("tip_cents", 0) - tax, tax, *taxes)
    return CheckoutMetadata(*ids, subtotal, tax, total, rate, pickup, tuple(lines), **more)


def share_taxes(net, tax, exempt, rate, taxable, reduced):
    """Parts of the net amount and of its tax: exempt, and at a reduced rate unless that is None."""
    exempt = min(exempt, net)
    parts = {"exempt_cents": exempt, "reduced_tax_rate_units": rate}
    if rate is None:
        return parts
    return parts | {"reduced_taxable_cents": min(taxable, net - exempt), "reduced_tax_cents": min(reduced, tax)}


COPIES = st.builds(
    priced, st.lists(LINES, max_size=12), tax=CENTS, rate=st.integers(0, 200_000),
    pickup=st.integers(0, 10**8), subtotal=CENTS, ids=st.tuples(IDS, IDS), stop_id=st.just("") | IDS,
    tip_cents=st.just(0) | CENTS, discount_cents=st.just(0) | CENTS, prices_include_tax=st.booleans(),
    taxes=st.none() | st.tuples(CENTS, st.none() | st.integers(0, 200_000), CENTS, CENTS),
)  # fmt: skip
PLAIN = priced([])


def with_lines(count, options=0):
    line = MetadataLine("c" * 24, 2, 450, tuple(MetadataOption("d" * 24, 50) for _ in range(options)))
    return priced([line] * count)


@pytest.mark.parametrize(
    ("name", "prefix", "suffix"),
    [
        ("Leila's Falafel & Grill", "", "LEILAS FAL"),
        ("Leila's Falafel & Grill", "CW", "LEILAS FALAFEL AND"),
        ("Bánh Mì Đặc Biệt", "WAGON", "BANH MI DAC BIE"),
        ('<Taco> "1" * \\', "WAGON", "TACO 1"),
        ("24/7", "", ""),
    ],
)
def test_a_statement_names_the_truck_in_the_letters_and_the_room_that_there_are(name, prefix, suffix):
    assert make_statement_suffix(name, prefix) == suffix


@given(COPIES)
def test_what_goes_in_comes_out(copy):
    metadata = encode_metadata(copy)
    if any(name.startswith("cart") for name in metadata) or not copy.lines:
        assert decode_metadata(metadata) == copy
    else:
        assert sum(len(line.options) for line in copy.lines) > 20, "only large carts may lose their lines"
        assert decode_metadata(metadata) == msgspec.structs.replace(copy, lines=())


@given(st.lists(LINES, max_size=60).map(tuple))
def test_it_always_fits_the_providers_limits(lines):
    metadata = encode_metadata(
        CheckoutMetadata("a" * 24, "b" * 24, 1, 0, 1, 0, 1, lines, "street", "c" * 24, 1, 1, "d" * 24, "A" * 20)
    )
    assert len(metadata) <= 11
    assert all(0 < len(value) <= 500 for value in metadata.values())


@pytest.mark.parametrize(("count", "options"), [(50, 1), (30, 3), (108, 0)])
def test_ordinary_and_large_carts_keep_their_lines(count, options):
    assert decode_metadata(encode_metadata(with_lines(count, options))) == with_lines(count, options)


@pytest.mark.parametrize(
    ("stored", "expected"),
    [(f"{'d' * 24},TACO10", ("d" * 24, "TACO10")), ("x,TACO10", ("", "")), (f"{'d' * 24},taco 10", ("", ""))],
)
def test_an_offer_is_believed_if_it_can_be_one(stored, expected):
    copy = decode_metadata({**encode_metadata(priced([], discount_cents=100)), "offer": stored})
    assert (copy.discount_cents, copy.offer_id, copy.offer_code) == (100, *expected)


def test_an_oversize_cart_keeps_its_totals():
    metadata = encode_metadata(with_lines(50, 10))
    assert set(metadata) == {"checkoutId", "truckId", "totals"}
    assert decode_metadata(metadata) == msgspec.structs.replace(with_lines(50, 10), lines=())


@given(st.dictionaries(st.sampled_from(["checkoutId", "truckId", "totals", "cart1", "cart2"]), st.text()))
def test_foreign_metadata_is_no_copy(metadata):
    assert decode_metadata(metadata) is None


@pytest.mark.parametrize(
    "change",
    [
        {"totals": "1,900,79,979,87500"},
        {"totals": "1,900,79,-979,87500,29000000"},
        {"totals": "1,1000,79,1080,87500,29000000"},
        {"totals": "1,900,79,979,87500,29000000"},
        {"totals": "1,1000,79,1079,87500,99999999999"},
        {"totals": "1,1000,79,1279,87500,29000000,200"},
        {"totals": "2,1000,79,1079,87500,29000000,200"},
        {"totals": "2,1000,79,1079,87500,29000000"},
        {"totals": "3,1000,79,1279,87500,29000000,200"},
        {"totals": "3,1000,79,39,87500,29000000,0,1040"},
        {"totals": "3,1000,79,779,87500,29000000,0,200"},
        {"totals": "4,1000,79,1079,87500,29000000,0,0,1001,0"},
        {"totals": "4,1000,79,1079,87500,29000000,0,0,0,1"},
        {"totals": "4,1000,79,1000,87500,29000000,0,0,922,1"},
        {"totals": "4,1000,79,1079,87500,29000000,0,0,0,0,20000,1001,20"},
        {"totals": "4,1000,79,1079,87500,29000000,0,0,0,0,20000,500,80"},
        {"totals": "4,1000,79,1079,87500,29000000,0,0,0"},
        {"totals": 900},
        {"checkoutId": 24},
        {"cart1": ["zMzM"]},
        {"cart1": "zMzMzMzMzMzMzMzM*0*450;zMzMzMzMzMzMzMzM*2*500;"},
        {"totals": "1,900,79,9\u0667,87500,29000000"},
        {"totals": f"1,900,79,{'9' * 400},87500,29000000"},
        {"checkoutId": "x" * 24},
        {"truckId": ""},
        {"cart1": "zMzMzMzMzMzMzMzM*2;"},
        {"cart1": "zMzM*2*450;"},
        {"cart1": "zMzMzMzMzMzMzMz!*2*450;"},
        {"cart1": "zMzMzMzMzMzMzMzM*2*450+zMzM;"},
    ],
)
def test_a_copy_that_somebody_changed_is_not_half_believed(change):
    assert decode_metadata({**encode_metadata(with_lines(1, 1)), **change}) is None


EDITED_VALUES = st.text("0123456789,*+;-zM\x00é") | st.text() | st.integers() | st.none() | st.lists(st.text())
EDITS = st.dictionaries(st.sampled_from(["checkoutId", "truckId", "totals", "cart1", "cart2"]), EDITED_VALUES)


@given(COPIES, EDITS)
def test_whatever_somebody_writes_there_a_copy_is_one_that_can_be_true(copy, edits):
    found = decode_metadata({**encode_metadata(copy), **edits})
    if found is not None:
        each = [
            line.quantity * (line.base_price_cents + sum(one.cents for one in line.options)) for line in found.lines
        ]
        assert 0 <= found.discount_cents <= found.subtotal_cents
        rest = found.subtotal_cents - found.discount_cents
        added_tax, inner_tax = (0, found.tax_cents) if found.prices_include_tax else (found.tax_cents, 0)
        assert rest + added_tax + found.tip_cents == found.total_cents
        assert found.exempt_cents + found.reduced_taxable_cents + inner_tax <= rest
        assert found.reduced_tax_cents <= found.tax_cents
        assert sum(each) in (found.subtotal_cents, 0)
        assert datetime.fromtimestamp(found.pickup_minutes * 60, tz=UTC).year < 2200


def test_a_checkout_leaves_its_copy_with_the_payment_and_no_person_in_it(client, db, sandbox):
    truck = make_truck(db, "Spice Route")
    taco = make_item(db, truck, "Taco", 450, [("Salsa", 0, 2, [("Verde", 50)])])
    option = taco.option_groups[0].options[0]
    body = checkout_body(truck, (taco, 2), totals=(10.0, 0.88, 10.88))
    chosen = {"optionId": option.id, "name": "Verde", "additionalPrice": 0.5}
    body["cart"]["items"][0]["customization"]["selectedOptions"] = [chosen]
    body["cart"]["items"][0]["totalPrice"] = 10.0
    assert client.post("/api/create-payment-intent", json=body).status_code == 200
    metadata = sandbox.ledger()["payment_intents"][0]["metadata"]
    copy = decode_metadata(metadata)
    assert copy is not None
    assert (copy.truck_id, copy.subtotal_cents, copy.tax_cents, copy.total_cents) == (
        truck.id,
        1000,
        88,
        1088,
    )
    assert copy.lines == (MetadataLine(taco.id, 2, 450, (MetadataOption(option.id, 50),)),)
    for private in ("Lovelace", "2133734253", "example.com"):
        assert private not in "".join(metadata.values())
