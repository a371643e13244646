"""How a plate looks: the truck's colour, a soft light, a dish or a counter, large food with real shadows."""

from __future__ import annotations

import colorsys
import hashlib
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

Colour = tuple[int, int, int]
ITEM_SIZE = (640, 640)
TRUCK_SIZE = (1280, 800)
CREAM: Colour = (255, 246, 232)
CERAMIC = (CREAM, (240, 226, 206), (203, 184, 160))
WOOD = ((222, 170, 112), (205, 149, 92), (140, 92, 52))
EDGE_SAMPLES = 3


class Place(NamedTuple):
    """Where a food stands, in fractions: its middle, the line it stands on, its larger side of the height."""

    x: float
    foot: float
    size: float


TRUCK_PLACES = (
    Place(0.50, 0.855, 0.58),
    Place(0.235, 0.83, 0.45),
    Place(0.765, 0.83, 0.45),
    Place(0.365, 0.93, 0.235),
    Place(0.655, 0.94, 0.225),
)
DISH_PLACES = (Place(0.5, 0.765, 0.60), Place(0.755, 0.825, 0.27), Place(0.245, 0.825, 0.27))


class Chance:
    """Variation that is the same on every machine, because it is drawn from the plate's name."""

    def __init__(self, name: str) -> None:
        self._bytes = hashlib.blake2b(name.encode()).digest()

    def between(self, place: int, low: float, high: float) -> float:
        return low + (high - low) * self._bytes[place % len(self._bytes)] / 255

    def side(self, place: int) -> int:
        return 1 if self._bytes[place % len(self._bytes)] % 2 else -1


def load_sprite(path: Path) -> Image.Image:
    """Read an emoji and trim its empty border."""
    with Image.open(path) as file:
        sprite = file.convert("RGBA")
    return sprite.crop(sprite.getchannel("A").getbbox())


def draw_item(sprites: list[Image.Image], hue: int, name: str, truck_slug: str) -> Image.Image:
    """Draw one dish, square: the food on the truck's plate or board, garnish beside it."""
    chance = Chance(name)
    light = chance.side(0)
    shade = hue + chance.between(1, -9, 9)
    canvas = glow(
        ITEM_SIZE, shade, (0.5 - light * chance.between(2, 0.08, 0.2), chance.between(3, 0.26, 0.4))
    )
    surface = WOOD if Chance(truck_slug).between(7, 0, 1) > 0.5 else CERAMIC
    lay_dish(canvas, surface, shade)
    stand(canvas, sprites[0], DISH_PLACES[0], chance.between(4, -7, 7), light, shade)
    # The first garnish lies on the lit side, where it does not drown in the shadow of the dish.
    for number, sprite in enumerate(sprites[1:3]):
        place = DISH_PLACES[1 + number]
        x = place.x if light < 0 else 1 - place.x
        stand(canvas, sprite, place._replace(x=x), chance.between(5 + number, -16, 16), light, shade)
    return canvas


def draw_truck(sprites: list[Image.Image], hue: int, name: str, truck_slug: str) -> Image.Image:
    """Draw a truck's banner, 16:10: its hatch, awning and counter, and up to five foods."""
    chance = Chance(name + truck_slug)
    light = chance.side(0)
    canvas = glow(TRUCK_SIZE, hue, (0.5 - light * 0.12, 0.5))
    hang_lights(canvas, chance)
    lay_counter(canvas, hue)
    order = [1, 2, 0, 3, 4]  # back to front
    for number in order:
        if number < len(sprites):
            tilt = chance.between(10 + number, -8, 8)
            stand(canvas, sprites[number], TRUCK_PLACES[number], tilt, light, hue)
    hang_awning(canvas, hue)
    return canvas


def save_width(picture: Image.Image, width: int, path: Path) -> None:
    """Write one width as WebP, with nothing in the file but the picture."""
    height = round(picture.height * width / picture.width)
    sized = picture if width == picture.width else picture.resize((width, height), Image.Resampling.LANCZOS)
    sized.save(path, "WEBP", quality=82, method=4, exif=b"", icc_profile=b"", xmp=b"")


def paint(hue: float, saturation: float, lightness: float) -> Colour:
    """Turn hue in degrees and two fractions into a colour."""
    red, green, blue = colorsys.hls_to_rgb(hue % 360 / 360, lightness, saturation)
    return round(red * 255), round(green * 255), round(blue * 255)


def vivid(hue: float) -> float:
    """Say how saturated a hue may be: greens to magentas shout where warm hues only glow."""
    return 0.74 if hue % 360 < 60 or hue % 360 > 340 else 0.5


def glow(size: tuple[int, int], hue: float, centre: tuple[float, float]) -> Image.Image:
    """Fill a canvas with the hue, bright where the light falls and deep in the corners."""
    width, height = size
    reach = round(max(size) * 1.75)
    disc = Image.radial_gradient("L").resize((reach, reach), Image.Resampling.BICUBIC)
    left, top = round(reach / 2 - centre[0] * width), round(reach / 2 - centre[1] * height)
    field = disc.crop((left, top, left + width, top + height))
    light, middle, deep = (
        paint(hue + 8, 0.9, 0.88),
        paint(hue, vivid(hue), 0.64),
        paint(hue - 10, vivid(hue) * 0.85, 0.35),
    )
    return ImageOps.colorize(field, light, deep, middle, 0, 235, 95)


def disc_mask(size: tuple[int, int], middle: tuple[float, float], radii: tuple[float, float]) -> Image.Image:
    """Draw a smooth ellipse as a mask; all measures are fractions of the canvas."""
    width, height = size[0] * EDGE_SAMPLES, size[1] * EDGE_SAMPLES
    box = (
        (middle[0] - radii[0]) * width,
        (middle[1] - radii[1]) * height,
        (middle[0] + radii[0]) * width,
        (middle[1] + radii[1]) * height,
    )
    mask = Image.new("L", (width, height))
    ImageDraw.Draw(mask).ellipse(box, fill=255)
    return mask.reduce(EDGE_SAMPLES)


def cast(canvas: Image.Image, mask: Image.Image, strength: float, blur: float, hue: float) -> None:
    """Darken the canvas under a blurred mask, with a shadow in the deep of the hue rather than black."""
    soft = mask.filter(ImageFilter.GaussianBlur(blur)).point(lambda value: value * strength)
    canvas.paste(paint(hue - 12, 0.65, 0.13), (0, 0), soft)


def lay_dish(canvas: Image.Image, surface: tuple[Colour, Colour, Colour], hue: float) -> None:
    """Put the plate or board down: shadow, thickness, rim, well."""
    rim, well, edge = surface
    size = canvas.size
    cast(canvas, disc_mask(size, (0.5, 0.80), (0.42, 0.13)), 0.55, size[0] * 0.03, hue)
    canvas.paste(edge, (0, 0), disc_mask(size, (0.5, 0.772), (0.43, 0.150)))
    canvas.paste(rim, (0, 0), disc_mask(size, (0.5, 0.748), (0.43, 0.150)))
    canvas.paste(well, (0, 0), disc_mask(size, (0.5, 0.752), (0.345, 0.112)))
    lit = disc_mask(size, (0.5, 0.762), (0.325, 0.098)).filter(ImageFilter.GaussianBlur(size[0] * 0.012))
    canvas.paste(rim, (0, 0), lit)


def stand(
    canvas: Image.Image, sprite: Image.Image, place: Place, tilt: float, light: int, hue: float
) -> None:
    """Stand a food on its place, with the shadow it throws away from the light and the one it rests on."""
    width, height = canvas.size
    food = fit(sprite, round(place.size * height), tilt)
    left, top = round(place.x * width - food.width / 2), round(place.foot * height - food.height)
    shape = Image.new("L", canvas.size)
    lean = round(light * place.size * height * 0.055)
    shape.paste(food.getchannel("A"), (left + lean, top + round(place.size * height * 0.05)))
    cast(canvas, shape, 0.42, place.size * height * 0.045, hue)
    rest = (food.width / width * 0.40, place.size * 0.055)
    cast(
        canvas,
        disc_mask(canvas.size, (place.x, place.foot - 0.012), rest),
        0.5,
        place.size * height * 0.02,
        hue,
    )
    canvas.paste(food, (left, top), food)


def fit(sprite: Image.Image, side: int, tilt: float) -> Image.Image:
    """Scale a food to its larger side and tilt it; enlarged edges are sharpened again."""
    scale = side / max(sprite.size)
    food = sprite.resize(
        (round(sprite.width * scale), round(sprite.height * scale)), Image.Resampling.LANCZOS
    )
    food = food.rotate(tilt, Image.Resampling.BICUBIC, expand=True)
    if scale > 1:
        # Only the inside: at the outline the invisible black around a sprite would turn into a pale halo.
        inside = food.getchannel("A").filter(ImageFilter.MinFilter(9))
        crisp = food.filter(ImageFilter.UnsharpMask(radius=scale * 1.2, percent=70, threshold=2))
        food = Image.composite(crisp, food, inside)
    return food.crop(food.getchannel("A").getbbox())


def hang_lights(canvas: Image.Image, chance: Chance) -> None:
    """Add out-of-focus market lights behind the counter."""
    lights = Image.new("L", canvas.size)
    for number in range(9):
        radius = chance.between(20 + number, 0.012, 0.036)
        middle = (
            (number + chance.between(30 + number, 0.2, 0.8)) / 9,
            chance.between(40 + number, 0.24, 0.52),
        )
        spot = disc_mask(canvas.size, middle, (radius, radius * canvas.width / canvas.height))
        lights = ImageChops.screen(lights, spot.point(lambda value: value * 0.30))
    canvas.paste((255, 240, 205), (0, 0), lights.filter(ImageFilter.GaussianBlur(canvas.width * 0.003)))


def lay_counter(canvas: Image.Image, hue: float) -> None:
    """Lay the wooden counter along the foot of the banner."""
    width, height = canvas.size
    top = round(height * 0.77)
    edge = Image.new("L", canvas.size)
    ImageDraw.Draw(edge).rectangle((0, top, width, height), fill=255)
    cast(canvas, edge, 0.35, height * 0.03, hue)
    wood = Image.linear_gradient("L").resize((width, height - top))
    canvas.paste(ImageOps.colorize(wood, (231, 181, 122), (176, 116, 66)), (0, top))
    ImageDraw.Draw(canvas).rectangle((0, top, width, top + 5), fill=(246, 206, 154))


def hang_awning(canvas: Image.Image, hue: float) -> None:
    """Hang the striped, scalloped awning over the top edge."""
    width, height = canvas.size
    stripe, drop = width / 10, round(height * 0.105)
    size = (width * 2, round(height * 0.2) * 2)
    cloth = Image.new("RGB", size, CREAM)
    mask = Image.new("L", size)
    for number in range(10):
        left, right = number * stripe * 2, (number + 1) * stripe * 2
        if number % 2 == 0:
            ImageDraw.Draw(cloth).rectangle((left, 0, right, size[1]), fill=paint(hue, vivid(hue), 0.42))
        pen = ImageDraw.Draw(mask)
        pen.rectangle((left, 0, right, drop * 2), fill=255)
        pen.ellipse((left, drop * 2 - stripe * 0.62, right, drop * 2 + stripe * 0.62), fill=255)
    cloth, mask = cloth.reduce(2), mask.reduce(2)
    shadow = Image.new("L", canvas.size)
    shadow.paste(mask, (0, round(height * 0.02)))
    cast(canvas, shadow, 0.45, height * 0.022, hue)
    fold = Image.linear_gradient("L").resize(cloth.size).point(lambda value: 255 - value * 0.35)
    canvas.paste(ImageChops.multiply(cloth, fold.convert("RGB")), (0, 0), mask)
