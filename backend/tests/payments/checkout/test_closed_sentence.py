"""The sentence that says when ordering resumes, in the truck's time zone, also when the clocks change."""

from datetime import datetime

import pytest

from chuckwagon.payments.checkout.errors import ordering_resumes_sentence

LA, KATHMANDU = "America/Los_Angeles", "Asia/Kathmandu"


@pytest.mark.parametrize(
    ("zone", "now", "resumes_at", "words"),
    [
        (LA, "2026-07-01T19:00:00Z", "2026-07-01T20:00:00Z", "at 1:00 PM"),
        (LA, "2026-07-01T19:00:00Z", "2026-07-01T19:00:00.5Z", "at 12:01 PM"),
        (LA, "2026-07-01T19:00:00Z", "2026-07-02T06:59:00Z", "at 11:59 PM"),
        (LA, "2026-07-01T19:00:00Z", "2026-07-02T06:59:30Z", "on Thursday, July 2 at 12:00 AM"),
        (LA, "2026-07-02T02:00:00Z", "2026-07-02T19:00:00Z", "on Thursday, July 2 at 12:00 PM"),
        (LA, "2026-12-31T20:00:00Z", "2027-01-01T20:00:00Z", "on Friday, January 1, 2027 at 12:00 PM"),
        (KATHMANDU, "2026-07-01T12:00:00Z", "2026-07-01T12:30:00Z", "at 6:15 PM"),
        # The clocks go forward at 2:00 AM, so a pause of one hour looks like two.
        (LA, "2026-03-08T09:30:00Z", "2026-03-08T10:30:00Z", "at 3:30 AM"),
        # The clocks go back at 2:00 AM, so 1:30 AM is repeated.
        (LA, "2026-11-01T08:00:00Z", "2026-11-01T08:30:00Z", "at 1:30 AM PDT"),
        (LA, "2026-11-01T08:00:00Z", "2026-11-01T09:30:00Z", "at 1:30 AM PST"),
        (LA, "2026-11-01T08:00:00Z", "2026-11-01T10:30:00Z", "at 2:30 AM"),
    ],
)
def test_the_time_is_the_trucks_own(zone, now, resumes_at, words):
    instants = [datetime.fromisoformat(text) for text in (resumes_at, now)]
    assert ordering_resumes_sentence("Closed.", instants[0], zone, instants[1]) == f"Closed. Ordering resumes {words}."
