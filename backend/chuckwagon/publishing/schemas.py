"""JSON of the checklist of a new truck."""

from typing import Literal

from msgspec import Struct

PointName = Literal["menu", "tax", "schedule", "staff", "payments"]


class ChecklistPoint(Struct):
    """Something that a new truck needs. Without a `required` one no order can be taken, or none at the right price.

    `by` is who may do it, `admin` for the truck's own staff and superadmins; `allowed` says so of the user who asks.
    `count` is how many there are: items on sale, coming stops, staff.
    """

    name: PointName
    done: bool
    required: bool
    by: Literal["admin", "superadmin"]
    allowed: bool
    count: int | None = None


class Checklist(Struct, rename="camel"):
    """What a truck has and needs. `can_publish` is a draft in which every required point is done."""

    truck_id: str
    is_draft: bool
    can_publish: bool
    points: list[ChecklistPoint]
