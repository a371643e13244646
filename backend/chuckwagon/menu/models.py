"""Tables of menus: items, option groups, options, option sets, and the counted stock of stops."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column, relationship

from chuckwagon.db.database import Base
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.money import STANDARD, TaxClass
from chuckwagon.menu.availability import StoredAvailability

# Names of diets or allergens; NULL, and never the null of JSON, where nothing is stated (`diets.py`).
Statement = sa.JSON(none_as_null=True)
# The condition of partial indexes, because a query every second looks for the few rows that have an end.
_HAS_END = sa.text("sold_out_until IS NOT NULL")
# Every reading of a truck asks for its items that are not always sold.
_IS_TIMED = sa.text("sale_times IS NOT NULL")


class MenuItem(Base):
    """A menu item. Deleting archives it, because orders and carts refer to it."""

    __tablename__ = "menu_items"
    __table_args__ = (
        sa.CheckConstraint("base_price_cents BETWEEN 0 AND 999999", name="base_price"),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 80", name="name"),
        sa.Index(None, "truck_id", "section", "position"),
        sa.Index("ix_menu_items_timed", "truck_id", sqlite_where=_IS_TIMED, postgresql_where=_IS_TIMED),
        sa.Index(None, "sold_out_until", sqlite_where=_HAS_END, postgresql_where=_HAS_END),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    name: Mapped[str] = mapped_column(sa.String(80))
    description: Mapped[str] = mapped_column(sa.String(500), default="")
    category: Mapped[str] = mapped_column(sa.String(40), default="")
    section: Mapped[str] = mapped_column(sa.String(40), default="")
    base_price_cents: Mapped[int]
    image_url: Mapped[str | None] = mapped_column(sa.String(500))
    is_available: Mapped[bool] = mapped_column(default=True)
    sold_out_until: Mapped[datetime | None]
    position: Mapped[int] = mapped_column(default=0)
    prep_units: Mapped[int] = mapped_column(default=1, server_default=sa.text("1"))
    tax_class: Mapped[TaxClass] = mapped_column(sa.String(10), default=STANDARD, server_default=STANDARD)
    diets: Mapped[list[str] | None] = mapped_column(Statement)
    allergens: Mapped[list[str] | None] = mapped_column(Statement)
    translations: Mapped[dict[str, Any] | None] = mapped_column(Statement)
    sale_times: Mapped[list[dict[str, Any]] | None] = mapped_column(Statement)

    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    updated_at: Mapped[datetime] = mapped_column(default=clock.now, onupdate=clock.now)
    archived_at: Mapped[datetime | None]

    option_groups: Mapped[list["OptionGroup"]] = relationship(
        order_by="(OptionGroup.position, OptionGroup.id)",
        cascade="all, delete-orphan",
        passive_deletes=True,
        back_populates="menu_item",
    )

    @property
    def availability(self) -> StoredAvailability:
        """The stored availability of the item: an end in the past means available again."""
        return StoredAvailability(self.is_available, self.sold_out_until)


class OptionGroup(Base):
    """A group of options of an item, from which a customer chooses `min_select` to `max_select` pieces.

    An option that is taken twice counts twice. The first `free_count` pieces are free (`kit.money.charge_options`).
    With a `set_id` it is a copy of that option set (`option_set_links.py`). The set has no foreign key: it can only be
    deleted once no group names it.
    """

    __tablename__ = "option_groups"
    __table_args__ = (
        sa.CheckConstraint("min_select >= 0 AND min_select <= max_select", name="min_select"),
        sa.CheckConstraint("max_select BETWEEN 1 AND 30", name="max_select"),
        sa.Index(None, "menu_item_id", "position"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    menu_item_id: Mapped[str] = mapped_column(sa.ForeignKey("menu_items.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(sa.String(80))
    min_select: Mapped[int] = mapped_column(default=0)
    max_select: Mapped[int] = mapped_column(default=1)
    free_count: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    position: Mapped[int] = mapped_column(default=0)
    set_id: Mapped[str | None] = mapped_column(sa.String(24))

    menu_item: Mapped[MenuItem] = relationship(back_populates="option_groups")
    options: Mapped[list["Option"]] = relationship(
        order_by="(Option.position, Option.id)",
        cascade="all, delete-orphan",
        passive_deletes=True,
        back_populates="group",
    )


class Option(Base):
    """An option of a group, with its surcharge. `set_option_id` says which option of the group's set it is.

    One item can have it `max_quantity` times. `allergens` are those that it adds, `not_for` the diets that it ends.
    """

    __tablename__ = "options"
    __table_args__ = (
        sa.CheckConstraint("additional_price_cents BETWEEN 0 AND 100000", name="additional_price"),
        sa.Index(None, "group_id", "position"),
        sa.Index(None, "sold_out_until", sqlite_where=_HAS_END, postgresql_where=_HAS_END),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    group_id: Mapped[str] = mapped_column(sa.ForeignKey("option_groups.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(sa.String(80))
    additional_price_cents: Mapped[int] = mapped_column(default=0)
    max_quantity: Mapped[int] = mapped_column(default=1, server_default=sa.text("1"))
    is_available: Mapped[bool] = mapped_column(default=True)
    sold_out_until: Mapped[datetime | None]
    position: Mapped[int] = mapped_column(default=0)
    set_option_id: Mapped[str | None] = mapped_column(sa.String(24))
    allergens: Mapped[list[str] | None] = mapped_column(Statement)
    not_for: Mapped[list[str] | None] = mapped_column(Statement)

    group: Mapped[OptionGroup] = relationship(back_populates="options")

    @property
    def availability(self) -> StoredAvailability:
        """The stored availability of the option: an end in the past means available again."""
        return StoredAvailability(self.is_available, self.sold_out_until)


class OptionSet(Base):
    """Options that several items of a truck use, each by a copy.

    An option is `{id, name, cents, allergens, notFor, maxQuantity}`; the last three are absent in sets of before they
    existed.
    """

    __tablename__ = "option_sets"

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), index=True)
    name: Mapped[str] = mapped_column(sa.String(80))
    min_select: Mapped[int]
    max_select: Mapped[int]
    free_count: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    options: Mapped[list[dict[str, Any]]]
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    updated_at: Mapped[datetime] = mapped_column(default=clock.now, onupdate=clock.now)


class StopStock(Base):
    """How many pieces of a menu item or an option a stop has; not counted, or not any more, while `initial` is None.

    `taken` are the pieces that active reservations have; without a count it is not kept. `subject_id` has no foreign
    key, because changing an item replaces the rows of its options.
    """

    __tablename__ = "stop_stock"
    __table_args__ = (
        sa.CheckConstraint("initial >= 0", name="initial"),
        sa.CheckConstraint("taken >= 0", name="taken"),
    )

    stop_id: Mapped[str] = mapped_column(sa.ForeignKey("stops.id", ondelete="CASCADE"), primary_key=True)
    subject_id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    is_option: Mapped[bool]
    initial: Mapped[int | None]
    taken: Mapped[int]


class MenuImport(Base):
    """An import of menu files between upload and undo. Deleted after some days.

    `source` is what the files hold, compressed, and empty once it is on the menu. `answer` is the last answer that
    staff got, as JSON. `undo` lists the items that the import made or changed, each before and after, as JSON.
    """

    __tablename__ = "menu_imports"
    __table_args__ = (sa.Index(None, "truck_id", "created_at"),)

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    state: Mapped[str] = mapped_column(sa.String(10))
    files: Mapped[str] = mapped_column(sa.Text)
    source: Mapped[bytes] = mapped_column(sa.LargeBinary)
    answers: Mapped[str] = mapped_column(sa.Text, default="{}")
    answer: Mapped[str] = mapped_column(sa.Text)
    undo: Mapped[str] = mapped_column(sa.Text, default="[]")
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    confirmed_at: Mapped[datetime | None]


class MenuImportColumns(Base):
    """Which column of a table of these titles is which, as staff of a truck said once: letters by field."""

    __tablename__ = "menu_import_columns"

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    signature: Mapped[str] = mapped_column(sa.String(32), primary_key=True)
    columns: Mapped[str] = mapped_column(sa.Text)
    updated_at: Mapped[datetime] = mapped_column(default=clock.now)
