"""The demo data obeys the product's limits for trucks and menus."""

import re
import tomllib
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest

from chuckwagon.demo.seed import image_name, item_slug, load_demo_trucks, to_hundredths
from chuckwagon.demo.truck_file import GroupTable, ItemTable, TruckFile
from chuckwagon.kit.decoding import convert
from chuckwagon.menu.diets import complete_diets, find_contradiction

TRUCKS = load_demo_trucks()
BY_SLUG = {truck.slug: truck for truck in TRUCKS}
ITEMS = [(truck, item) for truck in TRUCKS for item in truck.items]
GROUPS = [truck.groups[key] for truck in TRUCKS for item in truck.items for key in item.options]
SLUG = re.compile(r"[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?")
PRODUCT_PATHS = {"admin", "api", "api-test", "assets", "health", "media", "menu-test", "truck", "uploads"}


def test_the_street_has_ten_trucks_with_distinct_slugs() -> None:
    assert len(TRUCKS) == 10
    assert len(BY_SLUG) == 10


def test_spicy_burritos_carries_the_sample_id_and_the_default_tax() -> None:
    truck = BY_SLUG["spicy-burritos"]
    assert (truck.id, to_hundredths(truck.tax_rate), truck.is_active) == ("507f1f77bcf86cd799439011", 875, True)
    assert [other.slug for other in TRUCKS if other.id] == ["spicy-burritos"]


def test_test_truck_is_open_and_described() -> None:
    truck = BY_SLUG["test-truck"]
    assert truck.is_active
    assert truck.description
    assert truck.phone


@pytest.mark.parametrize("truck", TRUCKS, ids=lambda truck: truck.slug)
def test_truck_keeps_the_limits(truck: TruckFile) -> None:
    assert SLUG.fullmatch(truck.slug)
    assert truck.slug not in PRODUCT_PATHS
    assert 1 <= len(truck.name) <= 60
    assert len(truck.short_description) <= 200
    assert len(truck.description) <= 2000
    assert len(truck.cuisine) <= 10
    assert all(1 <= len(tag) <= 40 for tag in truck.cuisine)
    assert 0 <= to_hundredths(truck.tax_rate) <= 2000
    assert ZoneInfo(truck.timezone).key == truck.timezone
    assert 12 <= len(truck.items) <= 24
    assert len({item_slug(item) for item in truck.items}) == len(truck.items)
    assert not truck.phone or re.fullmatch(r"\(\d{3}\) 555-01\d\d", truck.phone)
    assert all(address.endswith(".example") for address in (truck.email, truck.owner.email) if address)


def test_item_keeps_the_limits() -> None:
    for truck, item in ITEMS:
        require_limits(truck, item)


def require_limits(truck: TruckFile, item: ItemTable) -> None:
    assert SLUG.fullmatch(item_slug(item)), item
    assert 1 <= len(item.name) <= 80
    assert len(item.description) <= 500
    assert 1 <= len(item.category) <= 40
    assert 1 <= len(item.section) <= 40
    assert 0 <= to_hundredths(item.price) <= 99_999
    assert len(item.options) <= 10
    for key in item.options:
        check_group(truck.groups[key])


def check_group(group: GroupTable) -> None:
    names = [option.name for option in group.options]
    assert len(set(names)) == len(names) <= 30
    assert 0 <= group.min <= group.max <= sum(option.up_to for option in group.options)
    assert group.max >= 1
    # A group that requires more options than are available would make its item impossible to order.
    assert group.min <= sum(not option.sold_out for option in group.options)
    assert all(0 <= to_hundredths(option.extra) <= 10_000 for option in group.options)


def test_every_kind_of_option_group_is_on_the_street() -> None:
    assert any(group.min == 1 and group.max == 1 for group in GROUPS)
    assert any(group.min == 0 and group.max == 1 for group in GROUPS)
    assert any(2 <= group.min < group.max for group in GROUPS)
    assert any(group.min == group.max == 2 for group in GROUPS)
    assert any(group.min == 0 and group.max > 2 and any(option.extra for option in group.options) for group in GROUPS)


@pytest.mark.parametrize("truck", TRUCKS, ids=lambda truck: truck.slug)
def test_each_truck_has_something_sold_out_and_something_simple(truck: TruckFile) -> None:
    options = [option for item in truck.items for key in item.options for option in truck.groups[key].options]
    assert 1 <= sum(item.sold_out for item in truck.items) <= 2
    assert any(option.sold_out for option in options)
    assert any(not item.options for item in truck.items)
    assert len({item.section for item in truck.items}) >= 3


def test_one_truck_is_closed_for_the_season() -> None:
    assert [truck.slug for truck in TRUCKS if not truck.is_active] == ["frost-and-cone"]


def test_one_truck_has_gaps_and_the_longest_names() -> None:
    truck = BY_SLUG["leilas-falafel"]
    gaps = (
        truck.phone,
        truck.email,
        truck.short_description,
        truck.description,
    )
    assert set(gaps) == {""}
    assert len(truck.name) >= 58
    assert max(len(item.name) for item in truck.items) >= 75
    assert any(not item.description for item in truck.items)


def test_trucks_stand_in_several_time_zones() -> None:
    assert len({truck.timezone for truck in TRUCKS}) >= 5


@pytest.mark.parametrize(("amount", "expected"), [("11.50", 1150), ("8.75", 875), ("7", 700), ("0.07", 7)])
def test_dollars_become_whole_cents(amount: str, expected: int) -> None:
    assert to_hundredths(Decimal(amount)) == expected


def test_a_third_decimal_is_refused() -> None:
    with pytest.raises(ValueError, match="more than two decimals"):
        to_hundredths(Decimal("1.005"))


@pytest.mark.parametrize(
    ("name", "slug"), [("Sunday Ragù", "sunday-ragu"), ("Nonna's  Best!", "nonnas-best"), ("A & B", "a-b")]
)
def test_a_menu_item_is_filed_under_its_plain_name(name: str, slug: str) -> None:
    assert image_name(name) == slug


def test_a_misspelt_key_is_refused() -> None:
    tables = {
        "name": "A",
        "slug": "a",
        "owner": {"name": "B", "email": "b@a.example"},
        "items": [{"name": "Soup", "price": 5, "soldout": True}],
    }
    with pytest.raises(msgspec.ValidationError, match="soldout"):
        convert(tables, TruckFile)


def test_staff_accounts_name_real_trucks_and_decent_passwords() -> None:
    path = Path(__file__).parents[2] / "chuckwagon" / "demo" / "accounts.toml"
    accounts = tomllib.loads(path.read_text(encoding="utf-8"))["accounts"]
    roles = [(account["role"], account.get("truckSlug")) for account in accounts]
    assert roles == [
        ("superadmin", None),
        ("admin", "spicy-burritos"),
        ("admin", "test-truck"),
        ("admin", None),
    ]
    assert len({account["email"] for account in accounts}) == 4
    assert all(account["email"].endswith("@chuckwagon.example") for account in accounts)
    assert all(8 <= len(account["password"]) <= 128 for account in accounts)


def test_the_street_has_every_state_of_a_statement_and_no_contradiction() -> None:
    items = [item for _, item in ITEMS]
    assert [item.name for item in items if find_contradiction(complete_diets(item.diets or ()), item.allergens)] == []
    assert {(None if said is None else bool(said)) for item in items for said in (item.diets, item.allergens)} == {
        None, False, True,
    }  # fmt: skip
    added = [option for group in GROUPS for option in group.options]
    assert {None if option.allergens is None else bool(option.allergens) for option in added} == {None, False, True}
    assert any(option.not_for for option in added)
