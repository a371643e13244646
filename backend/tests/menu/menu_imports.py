"""Files of menus, and the steps of their import, for tests."""

import csv
import io
import json

from chuckwagon.menu.csv_files import COLUMNS
from chuckwagon.menu.imports.files import Job, UploadedFile
from chuckwagon.menu.imports.reading import read_files
from chuckwagon.menu.imports.shapes import KNOWN_COLUMNS, read_source


def read_menu(content, name="menu.csv", answers=None):
    """What is found in a file, or in several by name, in this process and without a menu."""
    named = content if isinstance(content, dict) else {name: content}
    files = [UploadedFile(one, _bytes_of(text)) for one, text in named.items()]
    return read_source(read_files(Job(files, KNOWN_COLUMNS)), answers or {}, {})


def row(**cells) -> dict:
    return {"id": "", "name": "New", "price": "1", "available": "yes"} | cells


def file_of(rows) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def exported(client, headers, **query) -> list[dict]:
    answer = client.get("/api/menu-items/export", params=query, headers=headers)
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def start(client, headers, content, *, name="menu.csv", truck_id=None):
    """The answer to an upload: of rows, bytes, a JSON value, or several files by name."""
    if not isinstance(content, dict) or name != "menu.csv":
        content = {name: content}
    files = [("files", (name, _bytes_of(one), "application/octet-stream")) for name, one in content.items()]
    data = {"truckId": truck_id} if truck_id else {}
    return client.post("/api/menu-imports", files=files, data=data, headers=headers)


def _bytes_of(content) -> bytes:
    if isinstance(content, bytes):
        return content
    if isinstance(content, str):
        return content.encode()
    is_rows = isinstance(content, list) and content and all(isinstance(one, dict) and "price" in one for one in content)
    return file_of(content) if is_rows else json.dumps(content).encode()


def read(client, headers, content, **given) -> dict:
    answer = start(client, headers, content, **given)
    assert answer.status_code == 201, answer.text
    return answer.json()


def tell(client, headers, found, answers):
    """The answer to answers, by the ids of questions."""
    return client.post(f"/api/menu-imports/{found['_id']}/answers", json={"answers": answers}, headers=headers)


def confirm(client, headers, found):
    return client.post(f"/api/menu-imports/{found['_id']}/confirm", headers=headers)


def undo(client, headers, found):
    return client.post(f"/api/menu-imports/{found['_id']}/undo", headers=headers)


def put_on_menu(client, headers, content, answers=None, **given) -> dict:
    """The confirmed import of files that need no more answers than these."""
    found = read(client, headers, content, **given)
    if answers:
        found = tell(client, headers, found, answers).json()
    assert found["state"] == "preview", found
    done = confirm(client, headers, found)
    assert done.status_code == 200, done.text
    return done.json()


def counts(found) -> tuple[int, int, int]:
    preview = found["preview"]
    return preview["added"], preview["changed"], preview["unchanged"]


def staff_menu(client, cast, headers) -> list[dict]:
    return client.get(f"/api/menu-items/truck/{cast.truck.id}", headers=headers).json()
