"""Recognizes from which system the files of an import come, and reads them. Pure."""

from collections.abc import Callable, Mapping

from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.imports.files import MAX_ROWS, REFUSALS, Refusal, Sheet, Source
from chuckwagon.menu.imports.found import Answers, Reading, TooMuchWork
from chuckwagon.menu.imports.own import is_own_header, read_own_table, read_unknown_table, sign_titles
from chuckwagon.menu.imports.schemas import ImportColumn, ImportQuestion
from chuckwagon.menu.imports.systems import clover, json_menus, shops_and_tills, toast
from chuckwagon.menu.imports.tables import Table, find_any_table, find_table

MAX_IMPORTED_ITEMS = 1000
JSON_UNKNOWN = Sentence(
    "This JSON file is of no shape that is known here: GloriaFood, Uber Eats, DoorDash or schema.org.",
    "import_json_unknown",
)
SEVERAL_SYSTEMS = Sentence("These files come from different systems. Import them one by one.", "import_several_systems")
NO_TABLE = Sentence("No table with column names and items was found.", "import_no_table")
NO_ITEMS = Sentence("No items were found in these files.", "import_no_items")
WHICH_SHEET = Sentence("Several sheets may be the menu. Which one is it?", "import_which_sheet")
MAX_SHEETS = 40
Remembered = Mapping[str, Mapping[str, str]]
# In this order, because the columns of some systems are also the product's own ones.
SYSTEMS: tuple[tuple[str, Callable[[set[str]], bool], Callable[[Reading, int, Table], None]], ...] = (
    ("square", shops_and_tills.is_square, shops_and_tills.read_square),
    ("loyverse", shops_and_tills.is_loyverse, shops_and_tills.read_loyverse),
    ("shopify", shops_and_tills.is_shopify, shops_and_tills.read_shopify),
    ("woocommerce", shops_and_tills.is_woocommerce, shops_and_tills.read_woocommerce),
    ("tastyigniter", shops_and_tills.is_tastyigniter, shops_and_tills.read_tastyigniter),
)
# By these the reader knows a separator. A file without any is still split where its rows are even.
KNOWN_COLUMNS = frozenset(
    (
        *("id", "name", "description", "category", "section", "price", "available", "position", "image", "options"),
        *("units", "tax", "item name", "variation name", "token", "sku", "handle", "title", "variant price", "type"),
        *(
            "regular price",
            "published",
            "menu_name",
            "menu_price",
            "clover id",
            "price type",
            "entity type",
            "modifier",
        ),
        *("menu group", "base price", "option 1 name", "option 1 value", "option1 name", "option1 value"),
        *("modifier group name", "default price", "categories", "url handle"),
    )
)


def word_refusal(refusal: Refusal) -> Sentence:
    """The sentence of a refused file."""
    return Sentence(REFUSALS[refusal.reason].format(**refusal.params), refusal.reason, **refusal.params)


def read_source(source: Source, answers: Answers, remembered: Remembered) -> Reading:
    """Read all files with the answers that were given. `remembered` are the columns of unknown tables of this truck."""
    reading = Reading("", answers)
    reading.problems += [(refusal.file, word_refusal(refusal)) for refusal in source.refusals]
    if reading.problems:
        return reading
    try:
        _read_all(reading, source, remembered)
    except TooMuchWork:
        reading.problems.append(("", word_refusal(Refusal("", "import_file_expensive"))))
    return reading


def _read_all(reading: Reading, source: Source, remembered: Remembered) -> None:
    shapes: set[str] = set()
    for at, document in enumerate(source.documents):
        found = json_menus.find_reader(document.data)
        if found is None:
            reading.problems.append((document.file, JSON_UNKNOWN))
            continue
        shapes.add(found[0])
        found[1](reading, at, document)
    if source.sheets:
        _read_sheets(reading, source.sheets, shapes, remembered)
    if len(shapes) > 1:
        reading.problems.append(("", SEVERAL_SYSTEMS))
    reading.shape = next(iter(shapes)) if len(shapes) == 1 else ""
    _check_size(reading)


def _check_size(reading: Reading) -> None:
    if reading.rows > MAX_ROWS:
        text = REFUSALS["import_file_too_many_rows"].format(max=MAX_ROWS)
        reading.problems.append(("", Sentence(text, "import_file_too_many_rows", max=MAX_ROWS)))
    if len(reading.items) > MAX_IMPORTED_ITEMS:
        text = f"An import has at most {MAX_IMPORTED_ITEMS:,} items; this one has {len(reading.items):,}."
        params = {"max": MAX_IMPORTED_ITEMS, "count": len(reading.items)}
        reading.problems.append(("", Sentence(text, "import_too_many_items", **params)))
    if not (reading.items or reading.questions or reading.problems or reading.left_out):
        reading.problems.append(("", NO_ITEMS))


def _read_sheets(reading: Reading, sheets: list[Sheet], shapes: set[str], remembered: Remembered) -> None:
    rest = _read_clover(reading, sheets, shapes)
    others = toast.read_toast(reading, rest)
    if others is not None:
        shapes.add("toast")
    rest = _read_systems(reading, rest if others is None else others, shapes)
    if shapes:
        for _, sheet in rest:
            _note_sheet(reading, sheet)
        return
    tables = [(at, table) for at, sheet in rest if (table := find_any_table(sheet)) is not None and table.rows]
    if not tables:
        reading.problems.append((sheets[0].file, NO_TABLE))
        return
    shapes.add("table")
    read = _choose_tables(reading, tables, remembered)
    for at, table in read:
        read_unknown_table(reading, at, table, {**remembered, **reading.columns})
        if reading.questions:
            break
    for at, sheet in rest if read else ():
        if at not in [number for number, _ in read]:
            _note_sheet(reading, sheet)


def _choose_tables(
    reading: Reading, tables: list[tuple[int, Table]], remembered: Remembered
) -> list[tuple[int, Table]]:
    """The tables to read: all that have the same columns. Of several kinds a person says which; then none is read."""
    known = [one for one in tables if sign_titles(one[1]) in remembered]
    answer = reading.answers.get("sheets")
    if answer == "all_sheets" or len({tuple(table.names) for _, table in tables}) == 1:
        return tables
    chosen = next((table for at, table in tables if str(at) == str(answer)), None)
    if chosen is not None:
        return [one for one in tables if one[1].names == chosen.names]
    if known:
        return known
    reading.rows += sum(len(table.rows) for _, table in tables)
    shown = tables[:MAX_SHEETS]
    columns = [ImportColumn(str(at), table.sheet or table.file) for at, table in shown]
    reading.questions.append(
        ImportQuestion(
            id="sheets",
            kind="sheet",
            code=WHICH_SHEET.reason,
            message=str(WHICH_SHEET),
            file=tables[0][1].file,
            choices=[*(column.value for column in columns), "all_sheets"],
            columns=columns,
            rows=[
                [title[:80] for title in (table.titles if any(table.titles) else table.rows[0][1])[:12]]
                for _, table in shown
            ],
        )
    )
    return []


def _note_sheet(reading: Reading, sheet: Sheet) -> None:
    if any(any(row) for row in sheet.rows):
        name = (sheet.name or sheet.file)[:80]
        text = f"The sheet “{name}” holds no items that are known here, so it was left out."
        reading.leave_out(Sentence(text, "import_sheet_left_out", words=name), sheet.file)


def _read_systems(reading: Reading, sheets: list[tuple[int, Sheet]], shapes: set[str]) -> list[tuple[int, Sheet]]:
    """Read the sheets of known systems, and return the others."""
    rest = []
    for at, sheet in sheets:
        for shape, is_header, read in (*SYSTEMS, ("chuckwagon", is_own_header, read_own_table)):
            table = find_table(sheet, is_header)
            if table is not None:
                shapes.add(shape)
                read(reading, at, table)
                break
        else:
            rest.append((at, sheet))
    return rest


def _read_clover(reading: Reading, sheets: list[Sheet], shapes: set[str]) -> list[tuple[int, Sheet]]:
    """Read a Clover export, and return the sheets of other files. What else its workbook holds is left out."""
    rest = clover.read_clover(reading, sheets)
    if rest is None:
        return list(enumerate(sheets))
    shapes.add("clover")
    unread = {at for at, _ in rest}
    workbooks = {sheet.file for at, sheet in enumerate(sheets) if sheet.name and at not in unread}
    for _, sheet in rest:
        if sheet.file in workbooks:
            _note_sheet(reading, sheet)
    return [(at, sheet) for at, sheet in rest if sheet.file not in workbooks]
