"""Trucks: what their own staff may change, and what makes a truck public."""

from mutant_tables.mutant import never, noticed_by, skip

MUTANTS = [
    *noticed_by("test_run_a_truck")(
        never("a truck's text is changed from an older version", "change_settings", "before.version"),
        skip("a truck's staff give an image that nobody uploaded", "change_settings", "_check_image_urls"),
        skip("a truck's texts change without a trace", "change_settings", "record_truck_changes"),
    ),
]
