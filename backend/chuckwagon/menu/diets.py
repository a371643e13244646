"""What food says of diets and allergens: None means "not stated", an empty list "none of these".

What is not stated is never shown or counted as absent. A statement of an item holds without its options; a line item
says what it holds with the options that were chosen.

Why: docs/decisions/0067-not-stated-is-not-absent.md
"""

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol, get_args

import msgspec

from chuckwagon.kit.sentences import Sentence

Diet = Literal["vegan", "vegetarian", "gluten_free", "halal", "kosher"]
Allergen = Literal["milk", "eggs", "fish", "shellfish", "tree_nuts", "peanuts", "wheat", "soybeans", "sesame"]
DIETS: tuple[Diet, ...] = get_args(Diet)
ALLERGENS: tuple[Allergen, ...] = get_args(Allergen)
VEGAN: Diet = "vegan"
VEGETARIAN: Diet = "vegetarian"
# The allergens that end a diet, and the sentence that refuses an item with both.
CONTRADICTIONS: tuple[tuple[Diet, frozenset[str], Sentence], ...] = (
    (
        VEGAN,
        frozenset(("milk", "eggs", "fish", "shellfish")),
        Sentence("A vegan item contains no milk, eggs, fish or shellfish.", "diet_vegan_contradicted"),
    ),
    (
        VEGETARIAN,
        frozenset(("fish", "shellfish")),
        Sentence("A vegetarian item contains no fish or shellfish.", "diet_vegetarian_contradicted"),
    ),
    (
        "gluten_free",
        frozenset(("wheat",)),
        Sentence("A gluten-free item contains no wheat.", "diet_gluten_free_contradicted"),
    ),
)


class OptionStatement(Protocol):
    """What an option says: the allergens that it adds, None if it does not say, and the diets that it ends."""

    @property
    def name(self) -> str: ...

    @property
    def allergens(self) -> Sequence[str] | None: ...

    @property
    def not_for(self) -> Sequence[str]: ...


class LineStatement(msgspec.Struct, frozen=True):
    """What a line item says with its options.

    `allergens` are those that are known, and `not_stated` the names of what does not say: the item or an option. With
    such a name there may be more, so that nothing known is None and not an empty list.
    """

    diets: tuple[str, ...] | None
    allergens: tuple[str, ...] | None
    not_stated: tuple[str, ...]


class StatedLine(msgspec.Struct, rename="camel", kw_only=True):
    """What the JSON of a line item says with its options; null means "not stated", an empty list "none of these".

    `allergens_not_stated` are the names of the item and the options that say nothing of allergens: there may be more.
    """

    # The defaults are for idempotent responses that were stored before these fields existed.
    diets: list[Diet] | None = None
    allergens: list[Allergen] | None = None
    allergens_not_stated: list[str] = []


def complete_diets(diets: Iterable[str]) -> list[str]:
    """The diets in the usual order, each once. What is vegan is vegetarian, too."""
    said = set(diets)
    return [diet for diet in DIETS if diet in said or (diet == VEGETARIAN and VEGAN in said)]


def sort_allergens(allergens: Iterable[str]) -> list[str]:
    """The allergens in the usual order, each once."""
    said = set(allergens)
    return [allergen for allergen in ALLERGENS if allergen in said]


def find_contradiction(diets: Iterable[str] | None, allergens: Iterable[str] | None) -> Sentence | None:
    """The sentence for a diet that one of the allergens ends."""
    said, contained = set(diets or ()), set(allergens or ())
    return next((sentence for diet, ending, sentence in CONTRADICTIONS if diet in said and ending & contained), None)


def list_ended_diets(option: OptionStatement) -> set[str]:
    """The diets that an option ends: those that it names, and those that the allergens it adds end."""
    added = set(option.allergens or ())
    ended = {*(option.not_for or ()), *(diet for diet, ending, _ in CONTRADICTIONS if ending & added)}
    return ended | {VEGAN} if VEGETARIAN in ended else ended


def state_line(
    name: str, diets: Sequence[str] | None, allergens: Sequence[str] | None, options: Sequence[OptionStatement]
) -> LineStatement:
    """What a line item says: the item of this name with the chosen options."""
    ended = {diet for option in options for diet in list_ended_diets(option)} if diets else set()
    said = [(name, allergens), *((option.name, option.allergens) for option in options)]
    known = sort_allergens(one for _, stated in said for one in stated or ())
    not_stated = tuple(dict.fromkeys(owner for owner, stated in said if stated is None))
    return LineStatement(
        None if diets is None else tuple(diet for diet in complete_diets(diets) if diet not in ended),
        tuple(known) if known or not not_stated else None,
        not_stated,
    )


NONE_OF_THESE = "none"


def write_names(names: Iterable[str] | None) -> str:
    """A statement as the text of a file's cell: empty for "not stated"."""
    return "" if names is None else ", ".join(names) or NONE_OF_THESE
