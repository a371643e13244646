"""Trucks: what their own staff may change, and what makes a truck public."""

from mutant_tables.mutant import never, noticed_by, omit, skip, swap

MUTANTS = [
    *noticed_by("test_a_text_made_from_an_older_version_is_refused_and_a_pause_keeps_the_version")(
        never("a truck's text is changed from an older version", "change_settings", "before.version"),
    ),
    *noticed_by("test_what_staff_say_about_their_truck_is_checked_like_a_superadmins_form")(
        skip("a truck's staff give an image that was not uploaded", "change_settings", "_check_image_urls"),
    ),
    *noticed_by("test_staff_change_what_customers_read_about_their_truck")(
        skip("a truck's texts change without a trace", "change_settings", "record_truck_changes"),
    ),
    *noticed_by("test_publish_a_truck")(
        never("a draft is published that no customer can order from", "publishing/publish", "missing"),
        swap("a truck is published without a menu", "REQUIRED", "'menu'", "'tax'"),
        never("a draft is activated instead of published", "set_active", "before.is_draft"),
        never("a change of a truck publishes a draft", "_change", "present.is_draft"),
        never("a truck that was published is published again", "publishing/publish", "truck.is_draft"),
        omit("a draft is public", "_create", "'is_active'"),
        omit("a draft is called ready at a guessed tax", "list_ready_drafts", "Truck.tax_confirmed"),
        omit("a draft is called ready without a menu", "list_ready_drafts", "HAS_ITEM_ON_SALE"),
    ),
    *noticed_by("test_public_trucks")(
        omit("a truck is orderable by what is archived", "_IS_ON_SALE", "_menu_items.c.archived_at.is_(None)"),
        omit("a truck is orderable by what is sold out", "_IS_ON_SALE", "_menu_items.c.is_available"),
        skip("a truck is called sold out for ever by a stored response", "find_next_end", "ends.append"),
    ),
]
