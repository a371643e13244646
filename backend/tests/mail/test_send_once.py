"""One e-mail per key, whatever the mail server or the worker does."""

from datetime import timedelta

import pytest

from chuckwagon.integrations import smtp
from chuckwagon.integrations.circuit_breaker import CircuitBreaker
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock as product_clock
from chuckwagon.mail.service import skip_waiting
from chuckwagon.worker.loop import Worker

KEY = "order:1:receipt_email"


class DeadProcess(BaseException):
    """The process ends here."""


@pytest.fixture(autouse=True)
def breaker(monkeypatch):
    """A circuit breaker that follows the test's clock."""
    found = CircuitBreaker("smtp", monotonic=lambda: product_clock.now().timestamp(), guards_worker=True)
    monkeypatch.setattr(smtp, "_circuit", found)
    return found


def test_an_email_arrives_in_both_parts_and_once(mail):
    mail.enqueue()
    mail.work()
    mail.enqueue()
    mail.work()
    [email] = mail.received()
    assert (email["to"], email["subject"]) == (["zoe@example.com"], "¡Tu orden!")
    assert (email["text"].strip(), email["html"].strip()) == ("Hola, Zoë", "<p>Hola, Zoë</p>")
    assert email["from"] == mail.settings.mail_from
    assert mail.status() == ("sent", "done")


@pytest.mark.parametrize("mode", ["drop", "error"])
def test_a_mail_server_that_is_down_for_ten_minutes_loses_and_doubles_none(mail, clock, mode):
    keys = [f"order:{number}:receipt_email" for number in range(8)]
    for key in keys:
        mail.enqueue(key)
    mail.sandbox.fault("smtp", mode)
    for _ in range(60):
        mail.work()
        clock.advance(timedelta(seconds=10))
    assert mail.received() == []
    assert {mail.status(key) for key in keys} == {("waiting", "waiting")}
    mail.sandbox.clear_faults()
    for _ in range(300):
        mail.work()
        clock.advance(timedelta(seconds=10))
    assert len(mail.received()) == len(keys) == len({email["messageId"] for email in mail.received()})
    assert {mail.status(key) for key in keys} == {("sent", "done")}


def test_a_mail_server_that_stays_down_is_given_up_after_five_tries(mail, clock):
    mail.enqueue()
    mail.sandbox.fault("smtp", "error")
    for _ in range(6):
        mail.work()
        clock.advance(timedelta(hours=1))
    assert mail.status() == ("failed", "failed")
    assert mail.composed == 5


@pytest.mark.parametrize(
    ("match", "status", "reached"),
    [("rcpt", 450, 1), ("data", 451, 1), ("rcpt", 550, 0), ("data", 554, 0)],
)
def test_a_temporary_refusal_is_tried_again_and_a_final_one_is_not(mail, minutes, match, status, reached):
    mail.enqueue()
    mail.sandbox.fault("smtp", "error", match=match, status=status, times=1)
    for _ in range(3):
        mail.work()
        minutes(5)
    assert len(mail.received()) == reached
    assert mail.status() == (("sent", "done") if reached else ("failed", "failed"))


def test_an_email_whose_reply_is_lost_is_not_sent_again(mail, minutes):
    mail.enqueue()
    mail.sandbox.fault("smtp", "reset_after", match="data", times=1)
    for _ in range(3):
        mail.work()
        minutes(5)
    assert len(mail.received()) == 1
    assert mail.status() == ("uncertain", "failed")


@pytest.mark.dialect
def test_an_email_of_a_process_that_died_after_the_handover_is_not_sent_again(mail, minutes):
    mail.enqueue()

    class DyingGateway:
        def send(self, email, before_handover):
            smtp.smtp_gateway(mail.settings).send(email, before_handover)
            raise DeadProcess

    claimed = mail.db.write(outbox.claim_next)
    with pytest.raises(DeadProcess):
        mail.send(claimed, gateway=DyingGateway())
    minutes(5)
    mail.work()
    assert len(mail.received()) == 1
    assert mail.status() == ("uncertain", "failed")


def test_an_email_of_a_process_that_died_before_the_handover_is_sent(mail, minutes):
    mail.enqueue()

    class DyingGateway:
        def send(self, _email, _before_handover):
            raise DeadProcess

    claimed = mail.db.write(outbox.claim_next)
    with pytest.raises(DeadProcess):
        mail.send(claimed, gateway=DyingGateway())
    minutes(5)
    mail.work()
    assert len(mail.received()) == 1
    assert mail.status() == ("sent", "done")


@pytest.mark.dialect
def test_of_two_workers_with_one_email_the_later_hands_nothing_over(mail, minutes):
    """The first one hung until its lease was over; it must not send what the second one has sent."""
    mail.enqueue()
    slow = mail.db.write(outbox.claim_next)

    class SlowGateway:
        def send(self, email, before_handover):
            minutes(5)
            mail.work()
            smtp.smtp_gateway(mail.settings).send(email, before_handover)

    mail.send(slow, gateway=SlowGateway())
    assert len(mail.received()) == 1
    assert mail.status() == ("sent", "done")


def test_a_worker_that_lost_its_message_hands_nothing_over(mail, minutes):
    """Its lease ended and another worker, which has sent nothing yet, has the message now."""
    mail.enqueue()
    slow = mail.db.write(outbox.claim_next)

    class SlowGateway:
        def send(self, email, before_handover):
            minutes(5)
            assert mail.db.write(outbox.claim_next) is not None
            smtp.smtp_gateway(mail.settings).send(email, before_handover)

    mail.send(slow, gateway=SlowGateway())
    assert mail.received() == []
    assert mail.status() == ("waiting", "waiting")


def test_without_a_mail_server_nothing_is_composed(mail):
    mail.enqueue()
    mail.work(smtp_url="", mail_from="")
    assert mail.status() == ("skipped", "skipped")
    assert mail.composed == 0


@pytest.mark.parametrize("to", ["ñandú@example.com", "a<b>@example.com", "a\u00adb@example.com", "a,b@example.com"])
def test_an_address_that_no_command_can_carry_is_refused_before_a_connection(mail, to):
    mail.to = to
    mail.enqueue()
    mail.sandbox.fault("smtp", "timeout")
    mail.work()
    assert mail.received() == []
    assert mail.status() == ("failed", "failed")


def test_an_international_domain_is_written_in_ascii(mail):
    mail.to = "zoe@tacos-güero.example"
    mail.enqueue()
    mail.work()
    assert mail.received()[0]["to"] == ["zoe@xn--tacos-gero-geb.example"]


def test_after_a_restore_waiting_emails_are_given_up_and_their_addresses_forgotten(mail):
    mail.enqueue(email="former@example.com", about="1")
    mail.enqueue("order:2:receipt_email", about="2")
    mail.db.write(skip_waiting)
    mail.work()
    assert mail.received() == []
    assert {mail.status(key) for key in mail.keys} == {("none", "skipped")}
    assert [mail.payload(key) for key in mail.keys] == [{"about": "1"}, {"about": "2"}]


def test_an_email_whose_job_fails_until_it_is_given_up_forgets_the_address(mail, clock):
    def fail(_db, _settings, _message):
        raise RuntimeError("burnt")

    mail.enqueue(email="former@example.com", about="1")
    worker = Worker(mail.db, mail.settings, jobs={"test_email": fail}, periodic_tasks=[])
    for _ in range(outbox.MAX_ATTEMPTS):
        assert mail.payload() == {"email": "former@example.com", "about": "1"}
        worker.run_once()
        clock.advance(timedelta(hours=1))
    assert mail.status() == ("none", "failed")
    assert mail.payload() == {"about": "1"}
