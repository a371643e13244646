"""How a truck is found elsewhere: structured data, sitemap, robots, widget, and slugs that lead on."""

from mutant_tables.mutant import never, noticed_by, omit, swap

MUTANTS = [
    *noticed_by("test_no_text_of_a_truck_gets_out_of_its_place")(
        swap("a truck's text ends the element of its data", "_to_script", "ESCAPES", "{}"),
    ),
    *noticed_by("test_a_trucks_page_names_its_menu_in_sections_with_prices")(
        omit("search engines read that a sold-out item is in stock", "_describe_item", "entry.is_available"),
        swap("no diet is told to search engines", "_describe_item", "entry.diets or ()", "()"),
    ),
    *noticed_by("test_each_place_of_the_week_has_its_own_hours")(
        omit("a cancelled stop has hours", "_describe_week", "stop.state in (states.OPEN, states.UPCOMING)"),
        swap("hours ignore a delay", "_describe_hours", "states.opens_at(stop)", "stop.starts_at"),
    ),
    *noticed_by("test_the_sitemap_lists_what_may_be_found")(
        swap("an inactive truck is in the sitemap", "list_public_slugs", "IS_PUBLIC", "()"),
    ),
    *noticed_by("test_search_engines_are_asked_to_leave_out_what_belongs_to_an_order_or_a_printer")(
        never("search engines list what is for one customer", "_respond", "is_unlisted"),
    ),
    *noticed_by("test_any_site_may_read_what_its_widget_shows")(
        never("a widget works on no other site", "_find_allowed", "EMBED_PREFIX"),
    ),
    *noticed_by("test_a_widget_never_calls_a_truck_open_that_sells_nothing")(
        swap("a widget calls a truck open that sells nothing", "_embed", "is_open and not truck.orderable", "False"),
    ),
    *noticed_by("test_a_truck_that_had_a_word_before_it_was_reserved_keeps_it_and_leads_on")(
        omit("an earlier slug leads nowhere once it is reserved", "may_be_a_slug", "text in RESERVED_LATER"),
        omit("an earlier slug takes the widget's script away", "_find_moved", "path == WIDGET_PATH"),
    ),
]
