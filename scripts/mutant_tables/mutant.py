"""Guards of the product: how the tables name one, where it stands in the syntax tree, and how it is taken away.

A guard is named by its function and by a piece of syntax. Formatting, the rest of the function and the file of
the function do not matter: the piece is compared as a syntax tree, and the function is looked for in the whole
product. Where two functions of one name hold such a guard, a part of the path decides: `schedule/_move`.
"""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from pathlib import Path

BACKEND = Path(__file__).resolve().parents[2] / "backend"
CONDITIONS = {"test", "ifs"}
_DEFINED = re.compile(r"^ *(?:(?:async )?def |class )?(\w+)(?= *[(:=\[])", re.MULTILINE)
PARTS = {"elts", "args", "keywords", "keys", "decorator_list"}


class Change(StrEnum):
    NEVER = "never"
    ALWAYS = "always"
    SKIP = "skip"
    OMIT = "omit"
    SWAP = "swap"
    TEXT = "text"


@dataclass(frozen=True)
class Mutant:
    """`owner` is a function, a class or a constant of a module; `database` the one on which alone the guard matters."""

    change: Change
    name: str
    owner: str
    piece: str
    becomes: str = ""
    tests: tuple[str, ...] = ()
    database: str = ""


never = partial(Mutant, Change.NEVER)
"""The condition that mentions this piece is false."""
always = partial(Mutant, Change.ALWAYS)
"""The condition that mentions this piece is true."""
skip = partial(Mutant, Change.SKIP)
"""The simple statement that mentions this piece is left out."""
omit = partial(Mutant, Change.OMIT)
"""This argument, keyword, operand of `and` or `or`, element, dictionary entry or decorator is left out."""
swap = partial(Mutant, Change.SWAP)
"""This expression, statement or keyword (`key=value`) becomes another one."""
text = partial(Mutant, Change.TEXT)
"""This part of a string, such as a condition in SQL, becomes another one."""


def noticed_by(*tests: str, database: str = "") -> Callable[..., list[Mutant]]:
    """Name the test files (`test_tips`) or tests (`test_a_tip_has_a_limit`), one of which fails without a guard."""
    return lambda *mutants: [replace(mutant, tests=tests, database=database) for mutant in mutants]


@dataclass(frozen=True)
class Place:
    """A node of a tree, by the field of its parent that holds it."""

    parent: ast.AST
    field: str
    index: int | None

    @property
    def node(self) -> ast.AST:
        value = getattr(self.parent, self.field)
        found: ast.AST = value if self.index is None else value[self.index]
        return found

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node

    def remove(self) -> None:
        del getattr(self.parent, self.field)[self.index]
        if isinstance(self.parent, ast.Dict):
            del self.parent.values[self.index or 0]


def list_places(owner: ast.AST) -> Iterator[Place]:
    for parent in ast.walk(owner):
        for field, value in ast.iter_fields(parent):
            if isinstance(value, ast.AST):
                yield Place(parent, field, None)
            elif isinstance(value, list):
                yield from (Place(parent, field, at) for at, one in enumerate(value) if isinstance(one, ast.AST))


def parse_piece(source: str) -> ast.AST:
    """An expression if it is one, a keyword if it is written as such (`key=value`), else a statement."""
    if re.match(r"\w+=[^= ]", source):
        keyword: ast.AST = ast.parse(f"f({source})", mode="eval").body.keywords[0]  # type: ignore[attr-defined]
        return keyword
    [statement] = ast.parse(source).body
    return statement.value if isinstance(statement, ast.Expr) else statement


def matches(node: object, piece: object) -> bool:
    """Whether they are the same syntax. `f(...)` stands for any call of `f`, or of an attribute `f`."""
    if isinstance(piece, list):
        return isinstance(node, list) and len(node) == len(piece) and all(map(matches, node, piece))
    if not isinstance(piece, ast.AST):
        return node == piece
    if isinstance(piece, ast.Call) and isinstance(node, ast.Call) and ast.unparse(piece).endswith("(...)"):
        return matches(node.func, piece.func) or is_attribute(node.func, piece.func)
    fields = [name for name in piece._fields if name != "ctx" or isinstance(piece, ast.Name)]
    return type(node) is type(piece) and all(matches(getattr(node, name), getattr(piece, name)) for name in fields)


def is_attribute(node: ast.AST, piece: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(piece, ast.Name) and node.attr == piece.id


def mentions(node: ast.AST, piece: ast.AST) -> bool:
    """Whether the piece stands in this node; a single name also stands for an attribute, so `consume` for a call."""
    return any(matches(one, piece) or is_attribute(one, piece) for one in ast.walk(node))


def fits(place: Place, mutant: Mutant, piece: ast.AST) -> bool:
    node, parent = place.node, place.parent
    match mutant.change:
        case Change.NEVER | Change.ALWAYS:
            return place.field in CONDITIONS and mentions(node, piece)
        case Change.SKIP:
            return isinstance(node, ast.stmt) and not hasattr(node, "body") and mentions(node, piece)
        case Change.OMIT if isinstance(node, ast.keyword):
            return isinstance(piece, ast.Name) and node.arg == piece.id
        case Change.OMIT:
            is_part = place.field in PARTS or (place.field == "values" and isinstance(parent, ast.BoolOp))
            return is_part and matches(node, piece)
        case Change.SWAP:
            return matches(node, piece)
        case Change.TEXT:
            return isinstance(node, ast.Constant) and isinstance(node.value, str) and mutant.piece in node.value


def take_away(place: Place, mutant: Mutant) -> None:
    node = place.node
    match mutant.change:
        case Change.NEVER | Change.ALWAYS:
            place.put(ast.Constant(mutant.change is Change.ALWAYS))
        case Change.SKIP:
            place.put(ast.Pass())
        case Change.OMIT:
            place.remove()
        case Change.SWAP:
            place.put(parse_piece(mutant.becomes))
        case Change.TEXT if isinstance(node, ast.Constant):
            place.put(ast.Constant(str(node.value).replace(mutant.piece, mutant.becomes, 1)))


def list_definitions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Functions, classes and the constants of modules and classes, by their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield prefix + child.name, child
            yield from list_definitions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.Assign | ast.AnnAssign) and isinstance(node, ast.Module | ast.ClassDef):
            targets = child.targets if isinstance(child, ast.Assign) else [child.target]
            yield from ((prefix + one.id, child) for one in targets if isinstance(one, ast.Name))
        elif isinstance(child, ast.stmt | ast.excepthandler):
            yield from list_definitions(child, prefix)


@cache
def list_defined(path: Path) -> list[tuple[str, ast.AST]]:
    return list(list_definitions(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def index_files(backend: Path) -> dict[str, list[Path]]:
    """The files of the product that may define a name, by a pattern, so that few of them have to be parsed."""
    files: dict[str, list[Path]] = {}
    for path in sorted((backend / "chuckwagon").rglob("*.py")):
        for name in set(_DEFINED.findall(path.read_text(encoding="utf-8"))):
            files.setdefault(name, []).append(path)
    return files


def list_guards(mutant: Mutant, definitions: list[tuple[str, ast.AST]]) -> list[Place]:
    """The places of one file that the mutant may mean; a function in a function belongs to both."""
    ending = f".{mutant.owner.rpartition('/')[2]}"
    owners = [node for name, node in definitions if f".{name}".endswith(ending)]
    piece = parse_piece(mutant.piece) if mutant.change is not Change.TEXT else ast.Pass()
    found = (place for owner in owners for place in list_places(owner) if fits(place, mutant, piece))
    places = list({(id(place.parent), place.field, place.index): place for place in found}.values())
    return [place for place in places if matches(place.node, piece)] or places


def find_file(mutant: Mutant, backend: Path = BACKEND) -> Path:
    """The file of the guard. Raises LookupError unless the guard is found once in the product."""
    folder, _, qualified = mutant.owner.rpartition("/")
    files = index_files(backend).get(qualified.rpartition(".")[2], [])
    if folder:
        # Below the back end only: the folder that the project lies in may have the name, too.
        files = [path for path in files if f"/{folder}/" in f"{path.relative_to(backend).with_suffix('').as_posix()}/"]
    found = [path for path in files for _ in list_guards(mutant, list_defined(path))]
    if len(found) != 1:
        where = ", ".join(str(path.relative_to(backend)) for path in found or files)
        raise LookupError(f"{mutant.owner} holds `{mutant.piece}` {len(found)} times, not once: {where}")
    return found[0]


def remove_guard(source: str, mutant: Mutant) -> str:
    """The source of a module without the guard."""
    tree = ast.parse(source)
    [place] = list_guards(mutant, list(list_definitions(tree)))
    take_away(place, mutant)
    return ast.unparse(tree)
