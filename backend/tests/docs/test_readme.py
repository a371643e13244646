"""The README names the demo's people as the sign-in page does; its images are small, and each is shown."""

import re

from chuckwagon.demo.accounts import load_demo_accounts
from chuckwagon.demo.seed import load_demo_trucks
from tests.servers import BACKEND

ROOT = BACKEND.parent
README = (ROOT / "README.md").read_text()
IMAGES = [*(ROOT / "docs/pictures").iterdir()]
INTRODUCED = re.compile(r"As\s+\*\*([^*]+)\*\*\s+\(([^)]+)\)")
OWNED = re.compile(r"([A-Z]\w+)'s orders")
AGAIN = re.compile(r"As\s+\*\*([^*]+)\*\*\s+(?!\()")


def test_the_people_of_the_readme_are_those_of_the_demo():
    trucks = {truck.slug: truck.name for truck in load_demo_trucks()}
    people = {(one.name, trucks[one.truck_slug] if one.truck_slug else one.role) for one in load_demo_accounts()}
    introduced = set(INTRODUCED.findall(README))
    assert len(introduced) == 2
    assert introduced <= people
    first_names = {name.split()[0] for name, _place in introduced}
    assert {*AGAIN.findall(README), *OWNED.findall(README)} == first_names


def test_the_images_are_small_and_each_is_shown():
    shown = README + "".join(guide.read_text() for guide in ROOT.glob("docs/guides/*.md"))
    assert [image.name for image in IMAGES if f"pictures/{image.name}" not in shown] == []
    assert sum(image.stat().st_size for image in IMAGES) < 2_000_000
