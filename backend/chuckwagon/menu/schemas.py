"""Menu items in the published JSON. Money is dollars here and nowhere else."""

import msgspec


class MenuOption(msgspec.Struct, rename="camel"):
    id: str = msgspec.field(name="_id")
    name: str
    additional_price: float
    is_available: bool


class MenuOptionGroup(msgspec.Struct, rename="camel"):
    """`min_select` of 1 and more means required, `max_select` of 1 means one choice."""

    id: str = msgspec.field(name="_id")
    name: str
    min_select: int
    max_select: int
    options: list[MenuOption]


class MenuEntry(msgspec.Struct, rename="camel"):
    """One item of a menu, with what can be chosen about it."""

    id: str = msgspec.field(name="_id")
    name: str
    description: str
    category: str
    section: str
    base_price: float
    image_url: str | None
    is_available: bool
    has_options: bool
    truck_id: str
    option_groups: list[MenuOptionGroup]
    position: int
