"""Links by e-mail with which a password is set."""

import re

NEW = "griddle-lantern-59"
LINK, SET = "/api/auth/password-link", "/api/auth/password-link/password"


def token_of(email):
    return re.search(r"/admin/set-password#([\w-]{43})\s", email["text"])[1]


def set_password(client, token, password=NEW):
    return client.post(SET, json={"token": token, "password": password})
