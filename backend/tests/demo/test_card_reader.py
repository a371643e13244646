"""One truck of the demo has a simulated card reader, which a newcomer can sell with at once."""

from chuckwagon.demo.seed import add_reader, seed


def test_the_demo_has_one_simulated_reader_and_gets_no_second_one(db, demo_settings, sandbox):
    seed(db, demo_settings)
    assert add_reader(db, demo_settings) is True
    assert add_reader(db, demo_settings) is False
    [reader] = sandbox.get("/_sandbox/readers").json()
    assert (reader["label"], reader["status"]) == ("Window", "online")


def test_a_demo_whose_sandbox_does_not_answer_starts_without_a_reader(db, demo_settings, sandbox):
    seed(db, demo_settings)
    sandbox.fault("stripe", "error", match="terminal")
    assert add_reader(db, demo_settings) is False
