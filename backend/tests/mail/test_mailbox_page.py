"""The sandbox's mailbox, as people read it."""

import re

HOSTILE = "<img src=x onerror=alert(1)>"


def test_an_empty_mailbox_says_what_comes(mail):
    page = mail.sandbox.get("/emails")
    assert 'class="hollow"' in page.text


def test_the_newest_email_is_open_and_others_can_be_chosen(mail):
    for number in (1, 2):
        mail.to = f"{number}@example.com"
        mail.enqueue(f"order:{number}:receipt_email")
        mail.work()
    first, second = mail.received()
    assert "To 2@example.com" in mail.sandbox.get("/emails").text
    page = mail.sandbox.get(f"/emails?id={first['id']}").text
    assert "To 1@example.com" in page
    assert f'href="/emails?id={second["id"]}"' in page


def test_the_content_runs_nothing_and_loads_nothing(mail):
    mail.html = f"<html><head></head><body>{HOSTILE}<script>alert(1)</script></body></html>"
    mail.subject = HOSTILE
    mail.enqueue()
    mail.work()
    [email] = mail.received()
    assert HOSTILE not in mail.sandbox.get("/emails").text
    content = mail.sandbox.get(f"/emails/{email['id']}/html")
    assert HOSTILE in content.text
    policy = content.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert re.search(r"sandbox allow-popups allow-popups-to-escape-sandbox$", policy)
    assert mail.sandbox.get("/emails/email_none/html").status_code == 404
