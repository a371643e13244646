"""Menus: what a search finds, and option sets."""

from mutant_tables.mutant import never, noticed_by, swap

MUTANTS = [
    *noticed_by("test_search_of_menus")(
        swap(
            "a search finds words of two items", "find_item", "all(...)", "any(item.texts.hold(word) for word in left)"
        ),
        never("the texts of items are kept without a limit", "list_searched_items", "MAX_KEPT"),
        never("more texts of items are kept than allowed", "_read_texts", "MAX_KEPT"),
        swap(
            "an item is found by what it was",
            "list_searched_items",
            "read[row.id][0] != row.version",
            "row.id not in _kept",
        ),
    ),
]
