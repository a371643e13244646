"""Plates come out in every width, without metadata, and only when something changed."""

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from chuckwagon.demo.catalogue import load_demo_trucks
from chuckwagon.demo.plates import (
    Recipe,
    all_recipes,
    draw_stale_plates,
    emoji_file,
    item_recipe,
    main,
    truck_recipe,
)

PACKAGE = Path(__file__).parents[3] / "frontend/node_modules/@lobehub/fluent-emoji-3d/assets"
TACO, LEMON = "🌮", "🍋"
RECIPES = [
    Recipe("truck", "corner", "corner", 12, (TACO, LEMON, TACO)),
    Recipe("item", "corner--taco", "corner", 12, (TACO, LEMON)),
]


@pytest.fixture
def emoji_dir(tmp_path: Path) -> Path:
    folder = tmp_path / "emoji"
    folder.mkdir()
    for emoji, colour in ((TACO, "orange"), (LEMON, "yellow")):
        picture = Image.new("RGBA", (64, 64))
        ImageDraw.Draw(picture).ellipse((6, 6, 58, 58), fill=colour)
        picture.save(emoji_file(folder, emoji))
    return folder


def test_plates_have_their_widths_ratios_and_no_metadata(emoji_dir: Path, tmp_path: Path) -> None:
    out = tmp_path / "plates"
    assert draw_stale_plates(RECIPES, emoji_dir, out) == 2
    sizes = {}
    for path in out.glob("*.webp"):
        with Image.open(path) as picture:
            sizes[path.name] = picture.size
            assert picture.mode == "RGB"
            assert not {"exif", "xmp", "icc_profile"} & picture.info.keys()
    assert sizes == {
        "corner-320.webp": (320, 200),
        "corner-640.webp": (640, 400),
        "corner-1280.webp": (1280, 800),
        "corner--taco-320.webp": (320, 320),
        "corner--taco-640.webp": (640, 640),
    }


def test_an_up_to_date_plate_is_left_alone(emoji_dir: Path, tmp_path: Path) -> None:
    out = tmp_path / "plates"
    draw_stale_plates(RECIPES, emoji_dir, out)
    assert draw_stale_plates(RECIPES, emoji_dir, out) == 0


def test_a_missing_file_and_a_changed_recipe_are_drawn_again(emoji_dir: Path, tmp_path: Path) -> None:
    out = tmp_path / "plates"
    draw_stale_plates(RECIPES, emoji_dir, out)
    (out / "corner--taco-320.webp").unlink()
    assert draw_stale_plates(RECIPES, emoji_dir, out) == 1
    assert (out / "corner--taco-320.webp").is_file()
    greener = [RECIPES[0], Recipe("item", "corner--taco", "corner", 120, (TACO, LEMON))]
    assert draw_stale_plates(greener, emoji_dir, out) == 1


def test_an_unreadable_note_only_means_drawing_again(emoji_dir: Path, tmp_path: Path) -> None:
    out = tmp_path / "plates"
    draw_stale_plates(RECIPES, emoji_dir, out)
    (out / "recipes.json").write_text("{", encoding="utf-8")
    assert draw_stale_plates(RECIPES, emoji_dir, out) == 2


def test_the_same_recipe_gives_the_same_picture(emoji_dir: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    draw_stale_plates(RECIPES, emoji_dir, first)
    draw_stale_plates(RECIPES, emoji_dir, second)
    for path in first.glob("*.webp"):
        assert path.read_bytes() == (second / path.name).read_bytes()


def test_two_dishes_with_one_emoji_look_different(emoji_dir: Path, tmp_path: Path) -> None:
    twins = [Recipe("item", f"corner--{dish}", "corner", 12, (TACO,)) for dish in ("mild", "fiery")]
    draw_stale_plates(twins, emoji_dir, tmp_path)
    mild, fiery = (tmp_path / twin.files[0] for twin in twins)
    assert mild.read_bytes() != fiery.read_bytes()


def test_a_missing_emoji_folder_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--emoji-dir", str(tmp_path / "nowhere"), "--out", str(tmp_path)])
    assert "no such folder" in capsys.readouterr().err


def test_files_are_named_after_truck_and_dish() -> None:
    truck = next(truck for truck in load_demo_trucks() if truck.slug == "spicy-burritos")
    banner, dish = truck_recipe(truck), item_recipe(truck, truck.items[0])
    assert banner is not None
    assert dish is not None
    assert banner.files == tuple(f"spicy-burritos-{width}.webp" for width in (320, 640, 1280))
    assert dish.files == tuple(f"spicy-burritos--the-portland-{width}.webp" for width in (320, 640))


def test_a_truck_without_pictures_gets_no_plates() -> None:
    stems = [recipe.stem for recipe in all_recipes(load_demo_trucks())]
    assert len(set(stems)) == len(stems) > 100
    assert not [stem for stem in stems if stem.startswith("leilas-falafel")]


@pytest.mark.skipif(not PACKAGE.is_dir(), reason="the emoji package is not installed")
def test_every_emoji_is_in_the_package() -> None:
    wanted = {emoji for recipe in all_recipes(load_demo_trucks()) for emoji in recipe.emoji}
    assert not [emoji for emoji in sorted(wanted) if not emoji_file(PACKAGE, emoji).is_file()]
