"""Takes the images of the README and the guides again: screenshots of the demo, and a rush as an animated image.

`make screenshots` builds the screens, drives the demo through Chromium, and leaves WebP files in docs/pictures.
`python scripts/take_screenshots.py --keep` makes the files again from the last screenshots in build/pictures.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
SHOTS, IMAGES = ROOT / "build/pictures", ROOT / "docs/pictures"
# The boards of the first run are filled by it; the second one has the demo's sixty days of history.
RUNS = (("@documents", {}), ("@history", {"DEMO_HISTORY": "1"}))
MOST_BYTES = 2_000_000
QUALITY, RUSH_QUALITY = 80, 45
FRAME_MILLISECONDS = 500
PHONE, TABLET, GAP = (300, 625), (585, 304), 12
BACKGROUND = (58, 49, 42)


def main() -> int:
    """Take all images. Returns 1 when a screenshot failed or the images are too large."""
    if "--keep" not in sys.argv:
        shutil.rmtree(SHOTS, ignore_errors=True)
        if not all(take_screenshots(tag, settings) for tag, settings in RUNS):
            return 1
    for shot in sorted(SHOTS.glob("*.png")):
        with Image.open(shot) as image:
            image.convert("RGB").save(IMAGES / f"{shot.stem}.webp", quality=QUALITY, method=6)
    save_rush()
    total = sum(file.stat().st_size for file in IMAGES.iterdir())
    print(f"{len(list(IMAGES.iterdir()))} images, {total / 1e6:.2f} MB of at most {MOST_BYTES / 1e6:.0f} MB")
    return int(total > MOST_BYTES)


def take_screenshots(tag: str, settings: dict[str, str]) -> bool:
    """Run the journeys with this tag. False when one of them failed."""
    command = [ROOT / "scripts" / "with-node", "npx", "playwright", "test", "--workers=1", f"--grep={tag}"]
    environment = {**os.environ, "SHOTS": "1", **settings}
    done = subprocess.run(command, cwd=ROOT / "e2e", env=environment, check=False)  # noqa: S603 - fixed commands
    return done.returncode == 0


def save_rush() -> None:
    """Put the four screens of each moment side by side, and the moments into one animated image."""
    count = len(list((SHOTS / "rush").glob("*-order.png")))
    frames = [compose(frame) for frame in range(count)]
    frames[0].save(
        IMAGES / "rush.webp", save_all=True, append_images=frames[1:], duration=FRAME_MILLISECONDS, loop=0,
        quality=RUSH_QUALITY, method=6,
    )  # fmt: skip


def compose(frame: int) -> Image.Image:
    """The phone of a customer who orders, the board above the kitchen, and the phone of one who follows an order."""
    width = 2 * PHONE[0] + TABLET[0] + 4 * GAP
    image = Image.new("RGB", (width, PHONE[1] + 2 * GAP), BACKGROUND)
    right = 2 * GAP + PHONE[0]
    places = {
        "order": (PHONE, (GAP, GAP)),
        "board": (TABLET, (right, GAP)),
        "kitchen": (TABLET, (right, GAP + PHONE[1] - TABLET[1])),
        "tracking": (PHONE, (right + TABLET[0] + GAP, GAP)),
    }
    for name, (size, place) in places.items():
        with Image.open(SHOTS / "rush" / f"{frame}-{name}.png") as screen:
            image.paste(screen.convert("RGB").resize(size, Image.Resampling.LANCZOS), place)
    return image


if __name__ == "__main__":
    sys.exit(main())
