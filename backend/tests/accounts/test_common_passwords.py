"""The list of common passwords contains only passwords that the length rule allows."""

import pytest

from chuckwagon.accounts.passwords import COMMON_PASSWORDS, refuse_weak
from chuckwagon.accounts.schemas import MIN_PASSWORD_LENGTH
from chuckwagon.kit.errors import InvalidInput


@pytest.mark.parametrize("password", ["password", "Password", "12345678", "baseball", "qwertyuiop"])
def test_a_common_password_is_refused_in_any_case(password):
    with pytest.raises(InvalidInput, match="most common"):
        refuse_weak(password, "password")


@pytest.mark.parametrize("password", ["# MIT License", "correct horse battery", "purple-taco-41"])
def test_any_other_is_taken_and_the_license_is_no_password(password):
    refuse_weak(password, "password")


def test_every_line_of_the_list_can_meet_a_password():
    lines = COMMON_PASSWORDS.read_text(encoding="utf-8").splitlines()
    listed = [line for line in lines if line != "#" and not line.startswith("# ")]
    assert len(listed) == len(set(listed)) == 3395
    assert all(len(line) >= MIN_PASSWORD_LENGTH and line == line.casefold() for line in listed)
