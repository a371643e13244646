"""Printers: no job is lost, and none prints twice without the word COPY."""

from mutant_tables.mutant import never, noticed_by, omit, skip, swap

MUTANTS = [
    *noticed_by("test_a_printer_that_dies_gets_the_job_again_as_a_copy")(
        swap("a second print is no copy", "fetch", "token.attempt > 1", "False"),
        swap("a job that was fetched is never offered again", "find_token", "self.is_overdue(now)", "False"),
    ),
    *noticed_by("test_an_order_prints_without_a_press")(
        never("a printer that has a job gets it once more", "find_token", "FETCHED"),
    ),
    *noticed_by("test_five_times_in_all_then_it_is_listed_as_failed")(
        never("a job is offered for ever", "find_token", "is_given_up"),
    ),
    *noticed_by("test_the_same_token_gets_the_same_bytes_and_confirms_once")(
        omit("a repeated fetch is another attempt", "_claim", "PrintJob.attempts == token.attempt - 1"),
    ),
    *noticed_by("test_what_the_printer_refuses_is_offered_again_behind_the_others")(
        swap(
            "a token of before gets what is offered now", "_find_offered", "token.attempt == job.attempts + 1", "True"
        ),
        swap("what a printer refuses stays first", "_note_failure", "clock.now() + RETRY_AFTER", "clock.now()"),
    ),
    *noticed_by("test_an_order_that_is_cancelled_before_it_has_printed_prints_nothing")(
        skip("a cancelled order prints its ticket", "follow_cancellation", "close_job"),
    ),
    *noticed_by("test_a_cancellation_follows_a_ticket_that_has_printed")(
        skip("no slip follows a ticket of a cancelled order", "follow_cancellation", "_add_slips"),
    ),
    *noticed_by("test_refunded_lines_follow_a_ticket_once_and_are_on_one_that_waits")(
        skip("each change has a slip, though one waits", "follow_change", "pop"),
    ),
    *noticed_by("test_a_drawer_opens_within_two_minutes_or_not_at_all")(
        never("a drawer that opens late is held back for staff", "hold_back_jobs", "DRAWER"),
    ),
    *noticed_by("test_what_staff_ask_for_again_is_a_copy")(
        swap("what staff ask for again is no copy", "print_paper", "has_printed(...)", "False"),
    ),
    *noticed_by("test_a_job_that_cannot_be_drawn_does_not_keep_the_others")(
        skip("a job that cannot be drawn is offered for ever", "_prepare", "close_job"),
    ),
    *noticed_by("test_a_renewed_address_replaces_the_one_before")(
        skip("an address of before stays known", "_give_address", "secret_hash"),
    ),
    *noticed_by("test_the_printer_of_another_truck_prints_nothing_of_ours")(
        never("an order prints at another truck", "print_paper", "truck_id"),
    ),
    *noticed_by("test_the_first_order_is_offered_to_the_next_request")(
        swap("a printer without work never gets any", "_find", "self._idle.get(digest) != known.facts", "False"),
    ),
    *noticed_by("test_what_staff_ask_for_is_offered_to_the_next_request")(
        skip("what staff print waits for the next read", "print_paper", "publish_change"),
    ),
    *noticed_by("test_a_change_at_the_instant_of_a_fetch_is_on_the_ticket")(
        never("what was drawn before a change is kept after it", "_prepare", "_find_version"),
        skip("what was drawn before a change is printed after it", "follow_change", "session.execute"),
        never("a fetch is written down without what it fetches", "_claim", "PrintImage"),
    ),
    *noticed_by("test_another_status_is_read")(
        swap("a printer that says something else is not heard", "_find", "known.body != body", "False"),
    ),
    *noticed_by("test_when_printers_have_asked_is_written_down_every_ten_seconds")(
        skip("a printer without work becomes silent", "_note_seen", "_flush"),
    ),
    *noticed_by("test_a_job_of_another_process_is_seen_after_half_a_second")(
        skip("a job of this process waits for the next read", "_note_change", "self._change"),
        swap(
            "a job of another process is never seen",
            "_is_fresh",
            "time.monotonic() - self._read_at < self._max_age_seconds",
            "True",
        ),
    ),
    *noticed_by("test_doctor_tells_what_was_not_printed_and_where_printers_cannot_ask")(
        never("doctor does not tell that no printer can reach the product", "_find_why_unreachable", "is_loopback"),
        omit("doctor tells of what waits just now", "list_unprinted", "PrintJob.created_at < now - WAITS_LONG"),
    ),
    *noticed_by("test_unknown_addresses_are_404_and_limited")(
        skip("secrets are guessed without end", "_serve", "UNKNOWN_A_MINUTE"),
    ),
]
