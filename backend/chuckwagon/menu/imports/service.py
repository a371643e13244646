"""Imports of menu files, from upload to undo: staff of the truck only, and nothing is on the menu before they confirm.

The files are read once, in a limited subprocess, because they are untrusted. What they hold is kept with the import
and mapped again for each answer, so that one answer may change what else is asked. A confirmation plans again, for the
menu that it then locks, and applies all or nothing.

Why: docs/decisions/0071-menu-imports.md
"""

import tempfile
import zlib
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import decode_json
from chuckwagon.kit.errors import Conflict, NotFound, Unavailable, raise_if_any
from chuckwagon.kit.ids import is_id, new_id
from chuckwagon.kit.limited_process import ProcessEnded, ProcessFailed, run_limited
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu import audit_events, queries
from chuckwagon.menu.imports import undo
from chuckwagon.menu.imports.files import Job, Refusal, Source, UploadedFile
from chuckwagon.menu.imports.found import Reading
from chuckwagon.menu.imports.plan import Plan, PlannedChange
from chuckwagon.menu.imports.schemas import ImportPreview, ImportState, ImportSummary, make_problem
from chuckwagon.menu.imports.schemas import MenuImport as ImportAnswer
from chuckwagon.menu.imports.shapes import KNOWN_COLUMNS, read_source
from chuckwagon.menu.item_store import add_items, store_all_changes
from chuckwagon.menu.models import MenuImport, MenuImportColumns, MenuItem
from chuckwagon.menu.service import MenuChanged, choose_truck
from chuckwagon.observability.logging import log
from chuckwagon.settings import Settings

PROGRAM = "from chuckwagon.menu.imports.reading import main; main()"
TIMEOUT_SECONDS = 30.0
HOUR_SECONDS = 3600
MAX_OPEN_IMPORTS = 10  # of a truck; the oldest go first
RETENTION = timedelta(days=2)
UNDO_TIME = timedelta(days=1)
MAX_NAME_LENGTH = 120
MAX_LISTED = 10  # confirmed ones of a truck; the others cannot be undone any more
IMPORT_UNKNOWN = Sentence("There is no such import.", "import_unknown")
QUESTION_UNKNOWN = Sentence("There is no such question.", "import_question_unknown")
CHOICE_UNKNOWN = Sentence("This is none of the choices.", "choice_unknown")
_Planned = tuple[ImportAnswer, list[PlannedChange], Reading]
_SOURCE: msgspec.msgpack.Decoder[Source] = msgspec.msgpack.Decoder(Source)


class ImportNotReady(Conflict):
    """The import has open questions, or its files cannot be imported."""

    code = "import_not_ready"
    sentence = "Some questions about these files are not answered yet."


class ImportDone(Conflict):
    """The import is confirmed, so that it takes no more answers."""

    code = "import_done"
    sentence = "This import is done already."


def check_quota(db: Database, settings: Settings, actor: Actor) -> None:
    """Count one import of the actor. Raises TooManyRequests."""
    key, limit = f"menu-import:{actor.user_id}", settings.limit_menu_imports_per_user
    db.write(lambda session: rate_limits.consume(session, key, limit=limit, seconds=HOUR_SECONDS))


def require_menu(db: Database, actor: Actor, truck_id: str | None) -> str:
    """The ID of the truck whose menu the actor may import. Raises NotAllowed, InvalidInput, and NotFound."""
    chosen = choose_truck(actor, truck_id)
    with db.reading() as session:
        if queries.find_truck_slug(session, chosen) is None:
            raise NotFound(queries.MENU_NOT_FOUND)
    return chosen


def start_import(db: Database, truck_id: str, files: Sequence[UploadedFile]) -> ImportAnswer:
    """Read the files and say what they would do. Access is checked by `require_menu`. Raises Unavailable."""
    return store_source(db, truck_id, [file.name for file in files], read_in_subprocess(files))


def store_source(db: Database, truck_id: str, names: Sequence[str], source: Source) -> ImportAnswer:
    """Store a new import of what files of these names hold, and say what they would do."""
    row = MenuImport(
        id=new_id(), truck_id=truck_id, created_at=clock.now(), confirmed_at=None, answers="{}", undo="[]",
        files=_to_json([name[-MAX_NAME_LENGTH:] for name in names]),
        source=zlib.compress(msgspec.msgpack.encode(source), 3),
    )  # fmt: skip
    with db.reading() as session:
        answer = _plan(session, row, queries.list_items(session, truck_id), {})[0]
    row.state, row.answer = answer.state, _to_json(answer)

    def store(session: Session) -> None:
        _delete_superfluous(session, truck_id)
        session.add(row)

    db.write(store)
    return answer


def read_in_subprocess(files: Sequence[UploadedFile]) -> Source:
    """What the files hold. The end of the subprocess by a signal or the clock is a refusal. Raises Unavailable."""
    try:
        with tempfile.TemporaryFile() as job:
            job.write(msgspec.msgpack.encode(Job(list(files), KNOWN_COLUMNS)))
            job.seek(0)
            return _SOURCE.decode(run_limited(PROGRAM, job, TIMEOUT_SECONDS))
    except ProcessEnded as ended:
        log.warning("menu_file_process_ended", cause=ended.cause)
        reason = "import_file_expensive" if ended.is_limit else "import_file_damaged"
        return Source([], [], [Refusal(files[0].name, reason)])
    except ProcessFailed as error:
        log.exception("menu_file_process_failed", words=str(error))
        raise Unavailable from error


def get_import(db: Database, actor: Actor, import_id: str) -> ImportAnswer:
    """The import as it was last answered. Raises NotFound, and NotAllowed for another truck's."""
    with db.reading() as session:
        return _stored_answer(_get_row(session, actor, import_id))


def list_imports(db: Database, truck_id: str) -> list[ImportSummary]:
    """The confirmed imports of a truck, the newest first. Access is checked by the caller."""
    with db.reading() as session:
        rows = sa.select(MenuImport).where(MenuImport.truck_id == truck_id, MenuImport.confirmed_at.is_not(None))
        newest = session.scalars(rows.order_by(MenuImport.confirmed_at.desc()).limit(MAX_LISTED))
        return [_summarize(_stored_answer(row)) for row in newest]


def _summarize(answer: ImportAnswer) -> ImportSummary:
    until = answer.undo_until
    return ImportSummary(
        id=answer.id,
        state=answer.state,
        files=answer.files,
        added=answer.preview.added,
        changed=answer.preview.changed,
        confirmed_at=answer.confirmed_at,
        undo_until=until if until is not None and until > clock.now() else None,
    )


def require_import_access(db: Database, actor: Actor, import_id: str) -> None:
    """Check that the user may see the import. Raises NotFound, and NotAllowed for another truck's."""
    with db.reading() as session:
        _get_row(session, actor, import_id)


def answer_questions(db: Database, actor: Actor, import_id: str, given: dict[str, Any]) -> ImportAnswer:
    """Add answers, and say what is asked and what would be done now.

    Raises NotFound, NotAllowed, ImportDone, and InvalidInput for an unknown question or choice.
    """
    with db.reading() as session:
        row = _get_row(session, actor, import_id)
        if row.confirmed_at is not None:
            raise ImportDone
        answers = decode_json(row.answers, dict[str, Any])
        _check_answers(_stored_answer(row), answers, given)
        merged = {**answers, **given}
        answer = _plan(session, row, queries.list_items(session, row.truck_id), merged)[0]
    values = {"answers": _to_json(merged), "answer": _to_json(answer), "state": answer.state}

    def store(session: Session) -> None:
        is_open = (MenuImport.id == import_id) & MenuImport.confirmed_at.is_(None)
        session.execute(sa.update(MenuImport).where(is_open).values(values))

    db.write(store)
    return answer


def _check_answers(asked: ImportAnswer, answers: dict[str, Any], given: dict[str, Any]) -> None:
    """Raises InvalidInput for an answer to what was not asked, and for one that is none of the choices."""
    questions = {question.id: question for question in asked.questions}
    fields: dict[str, Sentence] = {}
    for key, value in given.items():
        question = questions.get(key)
        if question is None:
            if key not in answers:
                fields[f"answers.{key}"] = QUESTION_UNKNOWN
        elif not isinstance(value, str | int | float | None):
            fields[f"answers.{key}"] = CHOICE_UNKNOWN
        elif question.kind == "column":
            titles = [column.title.lower() for column in question.columns]
            if value not in (None, "", *question.choices) and str(value).strip().lower() not in titles:
                fields[f"answers.{key}"] = CHOICE_UNKNOWN
        elif not question.is_text and value not in (None, *question.choices):
            fields[f"answers.{key}"] = CHOICE_UNKNOWN
    raise_if_any(fields)


def confirm_import(db: Database, actor: Actor, import_id: str) -> ImportAnswer:
    """Apply the import to the menu, all or nothing, once: a repeat gets the same answer.

    The menu of this moment decides. It is planned before the menu is locked, and once more only if the menu has changed
    by then, because SQLite's one writer, which takes the orders, would wait for the plan. If something has to be asked
    again, that is stored, and MenuChanged is raised. Raises NotFound, NotAllowed and ImportNotReady.
    """
    prepared = _prepare(db, actor, import_id)

    def confirm(session: Session) -> tuple[ImportAnswer, bool]:
        row = _get_row(session, actor, import_id)
        if not queries.lock_menu(session, row.truck_id):
            raise NotFound(queries.MENU_NOT_FOUND)
        session.refresh(row)
        if row.confirmed_at is not None:
            return _stored_answer(row), True
        if row.state != "preview":
            raise ImportNotReady(menuImport=_stored_answer(row))
        items = queries.list_items(session, row.truck_id, lock=True)
        if prepared and prepared[0] == _state_of(row, items):
            answer, steps, reading = prepared[1]
        else:
            answer, steps, reading = _plan_answered(session, row, items)
        if answer.state != "preview":
            row.state, row.answer = answer.state, _to_json(answer)
            return answer, False
        records = _apply(session, actor, row.truck_id, items, steps)
        stored = undo.write_records(session, row.truck_id, records)
        _remember_columns(session, row.truck_id, reading)
        now = clock.now()
        answer = msgspec.structs.replace(
            answer, state="confirmed", confirmed_at=now, undo_until=now + UNDO_TIME if records else None
        )
        row.state, row.confirmed_at, row.source = "confirmed", now, b""
        row.undo, row.answer = stored, _to_json(answer)
        if steps:
            counts = {"rows": answer.preview.rows, "added": answer.preview.added, "changed": answer.preview.changed}
            audit_events.record_menu_event(session, actor, audit_events.IMPORTED, row.truck_id, **counts)
        _empty_superfluous(session, row.truck_id)
        return answer, True

    answer, is_done = db.write(confirm)
    if not is_done:
        raise MenuChanged(menuImport=answer)
    return answer


def _prepare(db: Database, actor: Actor, import_id: str) -> tuple[object, _Planned] | None:
    """Return (state, plan) without a lock; None where there is nothing to confirm. Raises NotFound and NotAllowed."""
    with db.reading() as session:
        row = _get_row(session, actor, import_id)
        if row.confirmed_at is not None or row.state != "preview":
            return None
        items = queries.list_items(session, row.truck_id)
        return _state_of(row, items), _plan_answered(session, row, items)


def _state_of(row: MenuImport, items: Sequence[MenuItem]) -> object:
    """What a plan is made of. Of an equal state it would be the same."""
    return row.answers, {item.id: item.version for item in items}


def _apply(
    session: Session, actor: Actor, truck_id: str, items: Sequence[MenuItem], steps: Sequence[PlannedChange]
) -> list[undo.AppliedChange]:
    """Store planned changes, and then what is new. The only place where an import writes items. `items` are locked."""
    present = {item.id: item for item in items}
    changes = [(present[planned.id], draft) for planned, draft in steps if planned is not None]
    records = [undo.AppliedChange(item.id, undo.encode_draft(item)) for item, _ in changes]
    store_all_changes(session, actor.author, changes)
    added = add_items(session, actor.author, truck_id, [draft for planned, draft in steps if planned is None])
    return records + [undo.AppliedChange(item_id, None) for item_id in added]


def undo_import(db: Database, actor: Actor, import_id: str) -> ImportAnswer:
    """Take the whole import back, for a day, while none of its items was edited; a repeat gets the same answer.

    Raises NotFound, NotAllowed, ImportNotReady before a confirmation, UndoTooLate, also for one that is not among the
    last MAX_LISTED confirmed ones, and ItemsEdited with the names.
    """

    def take_back(session: Session) -> ImportAnswer:
        row = _get_row(session, actor, import_id)
        if not queries.lock_menu(session, row.truck_id):
            raise NotFound(queries.MENU_NOT_FOUND)
        session.refresh(row)
        answer = _stored_answer(row)
        if row.state == "undone":
            return answer
        if row.confirmed_at is None:
            raise ImportNotReady(menuImport=answer)
        if clock.now() >= row.confirmed_at + UNDO_TIME or _is_emptied(answer):
            raise undo.UndoTooLate
        undo.take_back(session, actor, row.truck_id, row.undo)
        answer = msgspec.structs.replace(answer, state="undone", undo_until=None)
        row.state, row.undo, row.answer = "undone", "[]", _to_json(answer)
        counts = {"added": answer.preview.added, "changed": answer.preview.changed}
        audit_events.record_menu_event(session, actor, audit_events.IMPORT_UNDONE, row.truck_id, **counts)
        return answer

    return db.write(take_back)


def delete_old(db: Database) -> None:
    """Delete the imports that can no longer be undone."""
    old = MenuImport.created_at < clock.now() - RETENTION
    db.write(lambda session: session.execute(sa.delete(MenuImport).where(old)))


def _delete_superfluous(session: Session, truck_id: str) -> None:
    open_ones = sa.select(MenuImport.id).where(MenuImport.truck_id == truck_id, MenuImport.confirmed_at.is_(None))
    kept = open_ones.order_by(MenuImport.created_at.desc(), MenuImport.id).limit(MAX_OPEN_IMPORTS - 1)
    ids = session.scalars(kept).all()
    others = (MenuImport.truck_id == truck_id, MenuImport.confirmed_at.is_(None), MenuImport.id.not_in(ids))
    session.execute(sa.delete(MenuImport).where(*others))


def _empty_superfluous(session: Session, truck_id: str) -> None:
    """Take what would undo it, and all but the counts of its answer, from the confirmed import after the last listed.

    An import holds each item twice, and a script may confirm hundreds an hour. Each confirmation pushes one out.
    """
    confirmed = sa.select(MenuImport).where(MenuImport.truck_id == truck_id, MenuImport.confirmed_at.is_not(None))
    in_order = confirmed.order_by(MenuImport.confirmed_at.desc(), MenuImport.id.desc())
    for row in session.scalars(in_order.offset(MAX_LISTED).limit(1)).all():
        answer = _stored_answer(row)
        preview = msgspec.structs.replace(answer.preview, changes=[])
        answer = msgspec.structs.replace(answer, preview=preview, left_out=[], undo_until=None)
        row.undo, row.answers, row.answer = "[]", "{}", _to_json(answer)


def _is_emptied(answer: ImportAnswer) -> bool:
    """Whether a confirmed import has changed the menu and lost what would undo it."""
    return answer.undo_until is None and answer.preview.added + answer.preview.changed > 0


def _get_row(session: Session, actor: Actor, import_id: str) -> MenuImport:
    row = session.get(MenuImport, import_id) if is_id(import_id) else None
    if row is None:
        raise NotFound(IMPORT_UNKNOWN)
    authorize(actor, Action.EDIT_MENU, row.truck_id)
    return row


def _stored_answer(row: MenuImport) -> ImportAnswer:
    return decode_json(row.answer, ImportAnswer)


def _to_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _remember_columns(session: Session, truck_id: str, reading: Reading) -> None:
    for signature, columns in reading.columns.items():
        row = MenuImportColumns(
            truck_id=truck_id, signature=signature, columns=_to_json(columns), updated_at=clock.now()
        )
        session.merge(row)


def _remembered(session: Session, truck_id: str) -> dict[str, dict[str, str]]:
    rows = session.scalars(sa.select(MenuImportColumns).where(MenuImportColumns.truck_id == truck_id).limit(200))
    return {row.signature: decode_json(row.columns, dict[str, str]) for row in rows}


def _plan_answered(session: Session, row: MenuImport, items: Sequence[MenuItem]) -> _Planned:
    return _plan(session, row, items, decode_json(row.answers, dict[str, Any]))


def _plan(session: Session, row: MenuImport, items: Sequence[MenuItem], answers: dict[str, Any]) -> _Planned:
    """Return (answer, changes to store, reading) for the menu as it is. Stores nothing."""
    source = _SOURCE.decode(zlib.decompress(row.source))
    reading = read_source(source, answers, _remembered(session, row.truck_id))
    preview, questions, problems = ImportPreview(), reading.questions, list(reading.problems)
    steps: list[PlannedChange] = []
    if not problems:
        plan = Plan(session, items, reading)
        preview, steps = plan.finish()
        questions, problems = plan.questions, plan.problems
    state: ImportState = "preview"
    if problems:
        state, questions = "failed", []
    elif questions:
        state = "questions"
    answer = ImportAnswer(
        id=row.id, truck_id=row.truck_id, state=state, shape=reading.shape or None,
        files=decode_json(row.files, list[str]), questions=questions,
        problems=[make_problem(sentence, file) for file, sentence in problems],
        left_out=reading.left_out, preview=preview, created_at=row.created_at,
    )  # fmt: skip
    return answer, steps, reading
