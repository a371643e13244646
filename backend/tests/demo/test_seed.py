"""The seed fills an empty database once, and never changes one that is in use."""

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.db.database import Database
from chuckwagon.demo import seed as seeding
from chuckwagon.demo.seed import load_demo_trucks, seed, to_hundredths
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.schedule.models import Place
from chuckwagon.trucks.models import Truck
from tests.factories import make_truck

SAMPLE_ID = "507f1f77bcf86cd799439011"


@pytest.fixture
def images(tmp_path, monkeypatch):
    folder = tmp_path / "plates"
    folder.mkdir()
    for name in ("spicy-burritos-320", "spicy-burritos-1280", "spicy-burritos--carnitas-burrito-640"):
        (folder / f"{name}.webp").write_bytes(name.encode())
    monkeypatch.setattr(seeding, "IMAGES_DIR", folder)
    return folder


@pytest.fixture
def demo_settings(settings, tmp_path):
    return msgspec.structs.replace(settings, data_dir=tmp_path / "data")


def count(db: Database, model) -> int:
    with db.reading() as session:
        return session.scalar(sa.select(sa.func.count()).select_from(model))


@pytest.mark.dialect
def test_the_whole_catalog_is_loaded_once(db, demo_settings, images):
    assert seed(db, demo_settings) is True
    trucks = load_demo_trucks()
    items = [item for truck in trucks for item in truck.items]
    groups = [truck.groups[key] for truck in trucks for item in truck.items for key in item.options]
    loaded = [count(db, model) for model in (Truck, MenuItem, OptionGroup, Option)]
    assert loaded == [len(trucks), len(items), len(groups), sum(len(group.options) for group in groups)]
    assert seed(db, demo_settings) is False
    assert [count(db, model) for model in (Truck, MenuItem, OptionGroup, Option)] == loaded


def test_a_database_that_holds_a_truck_is_left_alone(db, demo_settings, images):
    make_truck(db, "A Real Truck")
    assert seed(db, demo_settings) is False
    assert (count(db, Truck), count(db, MenuItem)) == (1, 0)
    assert not (demo_settings.data_dir / "uploads").exists()


def test_images_are_copied_and_named_by_their_widest_variant(db, demo_settings, images):
    seed(db, demo_settings)
    with db.reading() as session:
        truck = session.get(Truck, SAMPLE_ID)
        pictured = set(session.scalars(sa.select(MenuItem.image_url).where(MenuItem.image_url.is_not(None))))
    assert truck.slug == "spicy-burritos"
    assert truck.image_url == truck.banner_image == "/uploads/demo/spicy-burritos-1280.webp"
    assert pictured <= {"/uploads/demo/spicy-burritos--carnitas-burrito-640.webp"}
    copied = demo_settings.data_dir / "uploads" / "demo" / "spicy-burritos-1280.webp"
    assert copied.read_bytes() == b"spicy-burritos-1280"


def test_without_plates_the_street_opens_without_images(db, demo_settings, tmp_path, monkeypatch):
    monkeypatch.setattr(seeding, "IMAGES_DIR", tmp_path / "none")
    assert seed(db, demo_settings) is True
    with db.reading() as session:
        assert session.scalars(sa.select(Truck.image_url).distinct()).all() == [None]


def test_money_and_rates_arrive_in_the_databases_units(db, demo_settings, images):
    seed(db, demo_settings)
    with db.reading() as session:
        for demo in load_demo_trucks():
            truck = session.scalars(sa.select(Truck).where(Truck.slug == demo.slug)).one()
            prices = session.scalars(
                sa.select(MenuItem.base_price_cents).where(MenuItem.truck_id == truck.id).order_by(MenuItem.position)
            ).all()
            assert truck.tax_rate_units == to_hundredths(demo.tax_rate) * 100
            assert prices == [to_hundredths(item.price) for item in demo.items]
            reduced = truck.reduced_tax_rate_units
            assert reduced == (None if demo.reduced_tax_rate is None else to_hundredths(demo.reduced_tax_rate) * 100)
            of_places = session.scalars(sa.select(Place.reduced_tax_rate_units).where(Place.truck_id == truck.id))
            assert set(of_places) <= {reduced}
            classes = sa.select(MenuItem.tax_class).where(MenuItem.truck_id == truck.id).order_by(MenuItem.position)
            assert session.scalars(classes).all() == [item.tax_class for item in demo.items]


def test_the_street_shows_what_has_to_be_seen(db, demo_settings, images):
    seed(db, demo_settings)
    with db.reading() as session:
        active = session.scalars(sa.select(Truck.is_active)).all()
        sold_out = session.scalar(sa.select(sa.func.count()).where(MenuItem.is_available.is_(False)))
    assert (len(active), active.count(False)) == (10, 1)
    assert sold_out >= 2


@pytest.mark.parametrize(
    ("text", "slug", "name"),
    [
        ("bbq", "smoke-and-barrel", None),
        ("spicy tacos", "spicy-burritos", "Al Pastor Tacos"),
        ("chicken taco", "spicy-burritos", "The Portland"),
        ("noodle soup", "bao-and-broth", "Red-Braised Beef Noodles"),
        ("agua fresca mango", "spicy-burritos", "Agua Fresca de Mango"),
    ],
)
def test_what_is_for_sale_is_found_by_the_words_of_customers(client, db, demo_settings, images, text, slug, name):
    seed(db, demo_settings)
    found = {truck["slug"]: truck["match"] for truck in client.get("/api/stops/today", params={"q": text}).json()}
    assert slug in found
    assert (found[slug] and found[slug]["name"]) == name


def test_a_truck_takes_tips_and_a_code_takes_something_off(client, db, demo_settings, images):
    seed(db, demo_settings)
    tipped = client.get("/api/trucks/by-slug/bao-and-broth").json()
    assert tipped["tipPresets"] == [15, 18, 20]
    quote = {"slug": "bao-and-broth", "code": "welcome10", "subtotal": 20}
    answer = client.post("/api/offers/quote", json=quote)
    assert (answer.status_code, answer.json()["discount"]) == (200, 2)
