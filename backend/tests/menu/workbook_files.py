"""Workbooks of tests, built part by part: .xlsx, .ods and .xls."""

import io
import struct
import zipfile
from xml.sax.saxutils import escape, quoteattr

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
OPEN = "urn:oasis:names:tc:opendocument:xmlns"
EMPTY = "<table:table-cell/>"
ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"


def text_cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'


def xlsx_of_xml(sheets: dict[str, str]) -> bytes:
    """A workbook with the sheets of these names, each as the XML of its rows."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
        part = f'<Override PartName="/xl/workbook.xml" ContentType="{kind}"/>'
        archive.writestr("[Content_Types].xml", f'<Types xmlns="{TYPES}">{part}</Types>')
        start = f'<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
        archive.writestr("_rels/.rels", f'<Relationships xmlns="{PACKAGE}">{start}</Relationships>')
        named = "".join(
            f'<sheet name={quoteattr(name)} sheetId="{at}" r:id="rId{at}" xmlns:r="{OFFICE}"/>'
            for at, name in enumerate(sheets, 1)
        )
        archive.writestr("xl/workbook.xml", f'<workbook xmlns="{MAIN}"><sheets>{named}</sheets></workbook>')
        links = "".join(
            f'<Relationship Id="rId{at}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{at}.xml"/>'
            for at in range(1, len(sheets) + 1)
        )
        archive.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{PACKAGE}">{links}</Relationships>')
        for at, rows in enumerate(sheets.values(), 1):
            data = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
            archive.writestr(f"xl/worksheets/sheet{at}.xml", data)
    return raw.getvalue()


def xlsx(sheets: dict[str, list[list]]) -> bytes:
    """A workbook with the sheets of these names; numbers are stored as numbers."""
    return xlsx_of_xml({name: "".join(map(_xlsx_row, range(1, len(rows) + 1), rows)) for name, rows in sheets.items()})


def _xlsx_row(number: int, cells: list) -> str:
    written = [_xlsx_cell(f"{chr(65 + at)}{number}", cell) for at, cell in enumerate(cells) if cell != ""]
    return f'<row r="{number}">{"".join(written)}</row>'


def _xlsx_cell(place: str, cell) -> str:
    return text_cell(place, cell) if isinstance(cell, str) else f'<c r="{place}"><v>{cell}</v></c>'


def ods(sheets: dict[str, list[list]]) -> bytes:
    """As `xlsx`. A cell of (formula, result) is a formula; without a result that is None."""
    raw = io.BytesIO()
    tables = "".join(
        f"<table:table table:name={quoteattr(name)}>{''.join(map(_ods_row, rows))}</table:table>"
        for name, rows in sheets.items()
    )
    spaces = " ".join(f'xmlns:{name}="{OPEN}:{name}:1.0"' for name in ("office", "table", "text"))
    body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("mimetype", ODS_TYPE)
        entry = f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS_TYPE}"/>'
        manifest = f'<manifest:manifest xmlns:manifest="{OPEN}:manifest:1.0">{entry}</manifest:manifest>'
        archive.writestr("META-INF/manifest.xml", manifest)
        archive.writestr("content.xml", f"<office:document-content {spaces}>{body}</office:document-content>")
    return raw.getvalue()


def _ods_row(cells: list) -> str:
    return f"<table:table-row>{''.join(map(_ods_cell, cells))}</table:table-row>"


def _ods_cell(cell) -> str:
    if isinstance(cell, tuple):
        formula, result = cell
        value = "" if result is None else f' office:value-type="float" office:value="{result}"'
        return f"<table:table-cell table:formula={quoteattr(formula)}{value}/>"
    text = f"<text:p>{escape(str(cell))}</text:p>"
    kind = "string" if isinstance(cell, str) else "float"
    value = "" if kind == "string" else f' office:value="{cell}"'
    return f'<table:table-cell office:value-type="{kind}"{value}>{text}</table:table-cell>' if cell != "" else EMPTY


def _record(kind: int, content: bytes) -> bytes:
    return struct.pack("<HH", kind, len(content)) + content


def _xls_text(text: str, length: str) -> bytes:
    return struct.pack(length, len(text)) + b"\x01" + text.encode("utf-16-le")


def xls(name: str, rows: list[list]) -> bytes:
    """A workbook of Excel 97 with one sheet: a compound file whose only stream holds the records of BIFF8."""
    begin = struct.pack("<HHHHII", 0x0600, 0x0005, 0x0DBB, 0x07CC, 0, 6)
    globals_size = len(_record(0x0809, begin)) + len(_record(0x0042, b"\0\0")) + 4 + 8 + len(name) * 2 + 4
    described = _record(0x0085, struct.pack("<IBB", globals_size, 0, 0) + _xls_text(name, "<B"))
    book = _record(0x0809, begin) + _record(0x0042, struct.pack("<H", 1200)) + described + _record(0x000A, b"")
    assert len(book) == globals_size
    sheet = _record(0x0809, begin[:2] + struct.pack("<H", 0x0010) + begin[4:])
    width = max(map(len, rows))
    sheet += _record(0x0200, struct.pack("<IIHHH", 0, len(rows), 0, width, 0))
    for at, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            place = struct.pack("<HHH", at, column, 0)
            if isinstance(cell, str):
                sheet += _record(0x0204, place + _xls_text(cell, "<H")) if cell else b""
            else:
                sheet += _record(0x0203, place + struct.pack("<d", cell))
    stream = book + sheet + _record(0x000A, b"")
    return _compound(stream.ljust(4096, b"\0"))


def _compound(stream: bytes) -> bytes:
    """A compound file with the stream "Workbook", whose sectors of 512 bytes follow the table and the directory."""
    free, end, table, none = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
    stream = stream.ljust(-(-len(stream) // 512) * 512, b"\0")
    count = len(stream) // 512
    chain = [table, end, *range(3, count + 2), end]
    assert len(chain) <= 128
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, end, 0, end, 0) + struct.pack("<109I", 0, *[free] * 108)
    fat = struct.pack("<128I", *chain, *[free] * (128 - len(chain)))
    directory = _entry("Root Entry", 5, none, 1, end, 0) + _entry("Workbook", 2, none, none, 2, len(stream))
    return header + fat + directory + _entry("", 0, none, none, 0, 0) * 2 + stream


def _entry(name: str, kind: int, sibling: int, child: int, start: int, size: int) -> bytes:
    encoded = name.encode("utf-16-le")
    length = len(encoded) + 2 if name else 0
    entry = encoded.ljust(64, b"\0") + struct.pack("<HBBIII", length, kind, 1, sibling, sibling, child)
    return entry + bytes(36) + struct.pack("<IQ", start, size)
