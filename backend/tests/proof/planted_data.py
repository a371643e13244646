"""Not collected by itself: data that the log watcher must find, each logged in a different way."""

import subprocess
import sys

from chuckwagon.observability.logging import write_line


def test_a_phone_in_a_line():
    write_line({"ts": "now", "event": "planted", "words": "call +12133734253"})


def test_an_email_in_the_output_of_a_program():
    script = 'from chuckwagon.observability.logging import write_line; write_line({"ts": "1", "to": "ada@example.com"})'
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_name_in_the_captured_output_of_a_program():
    script = 'from chuckwagon.observability.logging import write_line; write_line({"ts": "1", "to": "Ada Lovelace"})'
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_nothing_wrong():
    write_line({"ts": "2026-07-01T19:30:00.123Z", "event": "request", "order_id": "0123456789ab" * 2})
