"""Draw the pictures of the demo street: `python -m chuckwagon.demo.plates --emoji-dir … --out …`.

Plates are made from the emoji package at build time and never committed. A plate is drawn again only when its
recipe, its emoji package or the drawing code has changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from chuckwagon.demo.catalogue import DemoItem, DemoTruck, load_demo_trucks

TRUCK_WIDTHS = (320, 640, 1280)
ITEM_WIDTHS = (320, 640)
RECIPES_FILE = "recipes.json"


@dataclass(frozen=True, slots=True)
class Recipe:
    """What one plate shows; `kind` is `truck` (16:10) or `item` (1:1), dishes share their `truck_slug`."""

    kind: str
    stem: str
    truck_slug: str
    hue: int
    emoji: tuple[str, ...]

    @property
    def widths(self) -> tuple[int, ...]:
        return TRUCK_WIDTHS if self.kind == "truck" else ITEM_WIDTHS

    @property
    def height(self) -> int:
        """Of the widest variant."""
        return self.widths[-1] * 10 // 16 if self.kind == "truck" else self.widths[-1]

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(f"{self.stem}-{width}.webp" for width in self.widths)


def truck_recipe(truck: DemoTruck) -> Recipe | None:
    """Say how to draw a truck's banner, or nothing when the truck shows no picture."""
    return Recipe("truck", truck.slug, truck.slug, truck.hue, truck.emoji) if truck.emoji else None


def item_recipe(truck: DemoTruck, item: DemoItem) -> Recipe | None:
    """Say how to draw a dish, or nothing when the dish shows no picture."""
    if not item.emoji:
        return None
    return Recipe("item", f"{truck.slug}--{item.slug}", truck.slug, truck.hue, (item.emoji, *item.garnish))


def all_recipes(trucks: Iterable[DemoTruck]) -> list[Recipe]:
    """List every plate of the street."""
    wanted = [r for t in trucks for r in (truck_recipe(t), *(item_recipe(t, i) for i in t.items))]
    return [recipe for recipe in wanted if recipe]


def emoji_file(emoji_dir: Path, emoji: str) -> Path:
    """Find an emoji's picture: the package names files by code points, in hexadecimal, joined by hyphens."""
    return emoji_dir / ("-".join(f"{ord(letter):04x}" for letter in emoji) + ".webp")


def fingerprint(recipe: Recipe, emoji_dir: Path) -> str:
    """Name everything a plate depends on, so that an unchanged one is left alone."""
    digest = hashlib.sha256(repr(recipe).encode())
    digest.update(Path(__file__).with_name("plate_art.py").read_bytes())
    for emoji in recipe.emoji:
        digest.update(emoji_file(emoji_dir, emoji).read_bytes())
    return digest.hexdigest()[:16]


def draw_plate(recipe: Recipe, emoji_dir: Path, out: Path) -> None:
    """Draw one plate and write it in each of its widths."""
    from chuckwagon.demo import plate_art

    sprites = [plate_art.load_sprite(emoji_file(emoji_dir, emoji)) for emoji in recipe.emoji]
    draw = plate_art.draw_truck if recipe.kind == "truck" else plate_art.draw_item
    picture = draw(sprites, recipe.hue, recipe.stem, recipe.truck_slug)
    for width, name in zip(recipe.widths, recipe.files, strict=True):
        plate_art.save_width(picture, width, out / name)


def draw_stale_plates(recipes: list[Recipe], emoji_dir: Path, out: Path) -> int:
    """Draw the plates that are missing or out of date and return how many were drawn."""
    out.mkdir(parents=True, exist_ok=True)
    known = read_known(out)
    wanted = {recipe.stem: fingerprint(recipe, emoji_dir) for recipe in recipes}
    stale = [r for r in recipes if known.get(r.stem) != wanted[r.stem] or not is_complete(r, out)]
    # Pillow lets go of the interpreter lock while it scales, blurs and encodes, so threads fill every core.
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        jobs = [pool.submit(draw_plate, recipe, emoji_dir, out) for recipe in stale]
        for done, job in enumerate(as_completed(jobs), start=1):
            job.result()
            report_progress(done, len(stale))
    (out / RECIPES_FILE).write_text(json.dumps(wanted, indent=0), encoding="utf-8")
    return len(stale)


def read_known(out: Path) -> dict[str, str]:
    """Read what the plates in the folder were drawn from; an unreadable note only means drawing again."""
    try:
        known = json.loads((out / RECIPES_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def is_complete(recipe: Recipe, out: Path) -> bool:
    return all((out / name).is_file() for name in recipe.files)


def report_progress(done: int, total: int) -> None:
    if done % 25 == 0 or done == total:
        print(f"plates: {done} of {total}", flush=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="chuckwagon.demo.plates", description="Draw the demo pictures.")
    parser.add_argument(
        "--emoji-dir", type=Path, required=True, help="assets folder of the 3-D emoji package"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for the finished plates")
    choices = parser.parse_args(arguments)
    if not choices.emoji_dir.is_dir():
        parser.error(f"no such folder: {choices.emoji_dir}")
    started = time.monotonic()
    drawn = draw_stale_plates(all_recipes(load_demo_trucks()), choices.emoji_dir, choices.out)
    print(f"plates: {drawn} drawn in {time.monotonic() - started:.1f} s, the rest were up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
