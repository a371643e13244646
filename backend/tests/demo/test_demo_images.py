"""The demo images are complete and small, and each belongs to a truck or a menu item."""

from collections import defaultdict

from PIL import Image

from chuckwagon.demo.seed import IMAGES_DIR, item_slug, load_demo_trucks

FILES = sorted(IMAGES_DIR.glob("*.webp"))
TRUCKS = {truck.slug: truck for truck in load_demo_trucks()}
ITEMS = {f"{truck.slug}--{item_slug(item)}" for truck in TRUCKS.values() for item in truck.items}


def widths_by_stem() -> dict[str, set[int]]:
    found = defaultdict(set)
    for path in FILES:
        stem, _, width = path.stem.rpartition("-")
        found[stem].add(int(width))
    return found


def test_every_image_belongs_to_a_truck_or_a_menu_item_and_has_all_its_widths() -> None:
    found = widths_by_stem()
    assert found.keys() <= TRUCKS.keys() | ITEMS
    assert len(found) > 100
    assert all(widths == ({320, 640, 1280} if stem in TRUCKS else {320, 640}) for stem, widths in found.items())


def test_images_have_the_sizes_that_their_names_say_and_no_metadata() -> None:
    for path in FILES:
        width = int(path.stem.rpartition("-")[2])
        height = width * 10 // 16 if path.stem.rpartition("-")[0] in TRUCKS else width
        with Image.open(path) as image:
            assert (image.size, image.mode) == ((width, height), "RGB"), path.name
            assert not {"exif", "xmp", "icc_profile"} & image.info.keys()


def test_all_images_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < 3_000_000


def test_one_truck_has_no_image_and_some_items_of_the_others_have_none() -> None:
    found = widths_by_stem()
    assert TRUCKS.keys() - found.keys() == {"leilas-falafel"}
    assert not [stem for stem in found if stem.startswith("leilas-falafel")]
    assert [stem for stem in ITEMS - found.keys() if not stem.startswith("leilas-falafel")]
