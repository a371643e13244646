"""Each suite runs the tests that it promises, on either database."""

from types import SimpleNamespace

import pytest

from tests import suites
from tests.suites import CHANGE, PROOF

# name: markers, fixtures
TESTS = {
    "pure": ((), ()),
    "stored": ((), ("client", "db", "database_url")),
    "locks": (("dialect",), ("db", "database_url")),
    "refused": (("same",), ("db", "database_url")),
    "own_database": (("dialect",), ()),
    "soak": (("dialect", "proof"), ()),
    "bomb": (("proof",), ()),
}


class Item:
    """A collected test, as far as the selection looks at it."""

    def __init__(self, path, name):
        self.path, self.name = path, name
        self._markers, self.fixturenames = TESTS[name]

    def get_closest_marker(self, name):
        if name == "dialect" and "same" in self._markers:
            return suites.SAME_ON_BOTH.mark
        return SimpleNamespace(args=()) if name in self._markers else None


@pytest.fixture
def chosen(tmp_path):
    """The names of the tests that a run of two files takes, which hold the same tests."""

    def run(database, suite, *arguments):
        paths = [tmp_path / name for name in ("test_one.py", "test_two.py")]
        for path in paths:
            path.touch()
        left_out = []
        config = SimpleNamespace(
            args=list(arguments),
            invocation_params=SimpleNamespace(dir=tmp_path),
            getoption={"--suite": suite}.get,
            hook=SimpleNamespace(pytest_deselected=lambda items: left_out.extend(items)),
        )
        items = [Item(path, name) for path in paths for name in TESTS]
        every = list(items)
        suites.select(config, items, database)
        assert [item for item in every if item not in left_out] == items, "what is left out is reported"
        return [[item.name for item in items if item.path == path] for path in paths]

    return run


@pytest.mark.parametrize(
    ("database", "suite", "names"),
    [
        ("sqlite", CHANGE, ["pure", "stored", "locks", "refused", "own_database"]),
        ("postgresql", CHANGE, ["locks", "own_database"]),
        ("sqlite", PROOF, list(TESTS)),
        ("postgresql", PROOF, ["stored", "locks", "refused", "own_database", "soak"]),
    ],
)
def test_a_suite_takes_its_tests(chosen, database, suite, names):
    assert chosen(database, suite, "tests") == [names, names]
    assert chosen(database, suite) == [names, names]


@pytest.mark.parametrize(
    ("database", "suite", "unread"),
    [
        ("postgresql", CHANGE, {"test_plain.py"}),
        ("postgresql", PROOF, set()),
        ("sqlite", CHANGE, set()),
    ],
)
def test_only_a_file_without_a_test_of_the_suite_is_not_even_read(tmp_path, database, suite, unread):
    for name in ("test_plain.py", "test_named.py", "conftest.py"):
        (tmp_path / name).write_text("def test_nothing(): pass")
    (tmp_path / "test_locks.py").write_text("pytestmark = pytest.mark.dialect")
    config = SimpleNamespace(
        args=["test_named.py::test_nothing"],
        invocation_params=SimpleNamespace(dir=tmp_path),
        getoption={"--suite": suite}.get,
    )
    paths = [*tmp_path.iterdir(), tmp_path]
    assert {path.name for path in paths if suites.holds_nothing(path, config, database)} == unread


def plain(): ...


@pytest.mark.parametrize("case", [1, 2])
def cases(): ...


@pytest.mark.parametrize("case", iter([1, 2]))
def unread_cases(): ...


@pytest.mark.parametrize("case", [1, pytest.param(2, marks=pytest.mark.dialect)])
def marked_cases(): ...


@pytest.mark.dialect
def marked(): ...


@pytest.mark.parametrize(
    ("database", "suite", "module_mark", "argument", "left_out"),
    [
        ("postgresql", CHANGE, None, "tests", {plain, cases}),
        ("postgresql", CHANGE, pytest.mark.dialect, "tests", set()),
        ("postgresql", CHANGE, None, "test_one.py", set()),
        ("postgresql", PROOF, None, "tests", set()),
        ("sqlite", CHANGE, None, "tests", set()),
    ],
)
def test_cases_that_would_only_be_deselected_are_not_made(tmp_path, database, suite, module_mark, argument, left_out):
    path = tmp_path / "test_one.py"
    path.touch()
    config = SimpleNamespace(
        args=[argument], invocation_params=SimpleNamespace(dir=tmp_path), getoption={"--suite": suite}.get
    )
    module = SimpleNamespace(config=config, path=path, get_closest_marker=lambda _name: module_mark)
    functions = {plain, cases, unread_cases, marked_cases, marked}
    assert {each for each in functions if suites.is_left_out(module, each, database)} == left_out


@pytest.mark.parametrize("argument", ["test_one.py", "test_one.py::bomb", "./test_one.py"])
def test_a_file_that_is_named_runs_whole(chosen, argument):
    assert chosen("postgresql", CHANGE, argument) == [list(TESTS), ["locks", "own_database"]]
