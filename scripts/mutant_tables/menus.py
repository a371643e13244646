"""Menus: what a search finds, and option sets."""

from mutant_tables.mutant import always, never, noticed_by, omit, skip, swap

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
    *noticed_by("test_option_sets")(
        never("a set is changed from an older version", "change_set", "request.version"),
        skip("a changed set leaves its items as they were", "change_set", "_store_copies"),
        never("a set is deleted that items use", "delete_set", "uses"),
        never("a truck has any number of sets", "create_set", "MAX_SETS"),
        never("an item uses the set of another truck", "_copy_set", "found.truck_id"),
        never("an item uses a set twice", "resolve_sets", "used"),
        swap(
            "a form that does not know sets changes a linked group",
            "resolve_sets",
            "changes_linked_group(...)",
            "False",
        ),
        never("a menu file changes a set at one item", "imports/plan/_read_item", "changes_linked_group"),
        skip("an option of a set is sold out at one item only", "set_option_availability", "_set_copies"),
    ),
    *noticed_by("test_diets")(
        swap("what contradicts itself is stored", "find_contradiction", "ending & contained", "False"),
        swap("a vegan item is not vegetarian", "complete_diets", "VEGAN in said", "False"),
        swap("a line item forgets what its options add", "state_line", "stated or ()", "allergens or ()"),
        swap("what is not stated is counted as absent", "state_line", "known or not not_stated", "True"),
        swap("a bowl stays vegan with bacon", "state_line", "diet not in ended", "True"),
        swap("milk leaves a bowl vegan", "list_ended_diets", "ending & added", "False"),
        swap(
            "an old form takes away what an option says",
            "OptionDraft.keep_present",
            "isinstance(value, UnsetType)",
            "not value",
        ),
        never("a menu file contradicts what the menu says", "imports/plan/_read_item", "contradiction"),
    ),
    *noticed_by("test_numbers_that_make_no_sense_are_named")(
        never("more is free than can be chosen", "item_validation/_read_group", "free_count > max_select"),
        never("any number of an option can be taken", "item_validation/_read_option", "MAX_OPTION_QUANTITY"),
        never("more can be chosen than the options allow", "_check_choice", "max_select > options"),
    ),
    *noticed_by("test_an_old_form_cannot_take_away_what_its_most_needs")(
        never("what an old form keeps allows less than its most", "GroupDraft.check_choices", "self.max_select > most")
    ),
    *noticed_by("test_a_form_that_does_not_know_the_fields_keeps_them")(
        swap("an old form charges what is free", "GroupDraft.keep_present", "present.free_count or 0", "0")
    ),
    *noticed_by("test_menu_translations")(
        swap(
            "a change takes away what it does not say",
            "merge_translations",
            "(present or {}).get(language, {}) | sent.get(language, {})",
            "sent.get(language, {})",
        ),
        never("an item has any number of translated names", "_read_translated_names", "MAX_TRANSLATED_NAMES"),
        never("a cell without a pair is taken", "csv_files/_read_pairs", "pair"),
    ),
    *noticed_by("test_meal_times")(
        swap(
            "an item is sold at the end of its time", "is_within", "start <= instant < end", "start <= instant <= end"
        ),
        never("checkout does not ask for the pickup time", "_check_line", "served_at is not None"),
        skip("a section does not get the times of its item", "change_item", "_share_sale_times"),
        always("a time that the clocks skip is promised", "_list_spans", "span[0] < span[1]"),
        never("a day that no one knows is taken", "_read_range", "len(places)"),
        never("an hour that no clock has is taken", "_read_clock", "number > 23"),
    ),
    *noticed_by("test_meal_times_as_soon_as_possible")(
        skip("full slots sell breakfast for noon", "_hold_pickup", "require_served"),
        never("what is not served at the slot is sold", "require_served", "list_not_served"),
        swap(
            "as soon as possible is held against meal times before a slot is known",
            "RequestedPickup.chosen_at",
            "None if self.is_asap else self.slot_at or self.pickup_at",
            "self.slot_at or self.pickup_at",
        ),
    ),
    *noticed_by("test_meal_times_at_a_stop")(
        skip("a paid order moves out of a meal time", "_move", "_require_served"),
        never("its slots do not say where it is not served", "list_own_offers", "find_unserved"),
        swap(
            "a full slot names another at which it is not served",
            "_reserve_slot",
            "find_unserved(items, start) is None",
            "True",
        ),
        swap(
            "the menu of a stop goes by the present",
            "_show_meal_times",
            "start, end = max(start, span[0]), span[1]",
            "start, end = start, start",
        ),
        swap("what is not served is called sold out", "apply_sale_times", "False, False", "False, UNSET"),
    ),
    *noticed_by("test_a_ticket_says_allergens_where_they_are_stated")(
        swap(
            "paper says none of the nine where something is silent",
            "_describe_allergens",
            "item.allergens is None or silent",
            "False",
        )
    ),
    *noticed_by("test_a_diet_finds_the_trucks_that_state_it")(
        swap("a truck is found by a diet that it does not state", "_list_serving", "diet in (diets or ())", "True")
    ),
    *noticed_by("test_menu_imports")(
        skip("an import is shown to another truck's staff", "imports/service/_get_row", "authorize"),
        never("an import with open questions is confirmed", "imports/service/confirm_import", "row.state"),
        swap("an undone import brings back an old option set", "take_back", "restore_links(...)", "draft.groups"),
        skip("what an import changes has no audit rows", "record_at_once", "_INSERT"),
        skip("a thousand imports are kept whole", "confirm_import", "_empty_superfluous"),
        omit("an import that has lost its records counts as undone", "undo_import", "_is_emptied(answer)"),
        never("an import is undone although an item was edited", "imports/undo/take_back", "edited"),
    ),
    *noticed_by("test_it_is_planned_without_a_lock_and_once_more_if_the_menu_changes_by_then")(
        always("an import is confirmed by the menu of before", "imports/service/confirm_import", "_state_of"),
        never("orders wait for the plan of an import", "imports/service/confirm_import", "_state_of"),
    ),
    *noticed_by("test_quoted_decimal_commas_are_read_where_several_stand_and_no_point_does")(
        omit(
            "amounts with points are read as if commas were decimal",
            "_has_decimal_commas",
            "not any(_WITH_POINT.fullmatch(cell) for cell in cells)",
        ),
        omit("one amount with a comma decides for a file", "_has_decimal_commas", "found >= FEW_AMOUNTS"),
    ),
    *noticed_by("test_a_gift_card_is_no_menu_item")(
        never("a gift card is sold as food", "read_shopify", '"gift card"')
    ),
    *noticed_by("test_a_table_of_thousands_of_columns_and_a_group_at_thousands_of_items_are_refused")(
        never("a table has a hundred thousand columns", "reading/_check_size", "MAX_COLUMNS"),
        never("a group stands at thousands of items", "count_options", "MAX_READ_OPTIONS"),
    ),
    *noticed_by("test_import_systems")(never("a price by the pound is that of a portion", "read_amount", "is_by_unit")),
    *noticed_by("test_import_questions")(
        never("a sheet that was chosen once is asked again", "_choose_tables", "known")
    ),
    *noticed_by("test_import_clover")(
        swap("a price by the pound is taken as that of a piece", "clover/_price_of", '"unit" in kind.lower()', "False"),
        swap("a price that varies is taken as it stands", "clover/_price_of", 'kind.lower() == "variable"', "False"),
        never("a choice at an unreadable price is free", "ChoiceSet.add", "cents is None"),
        swap(
            "a set attached elsewhere is a set of its own",
            "toast/is_link",
            'self.row.text("operation").lower() == "attach"',
            "False",
        ),
    ),
]
