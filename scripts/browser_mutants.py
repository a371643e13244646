"""The guards of the browser's code that `mutants.py` takes away: what fails without one, where, which test notices.

In the back end a guard is found by its syntax tree; here it is a piece of text, found once in its file.
"""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns("node_modules", "dist", "proof")
LONGEST_SECONDS = 300
OUTBOX = "src/domain/offline/outbox.ts"
SEALED = "src/domain/offline/sealed-orders.ts"
KNOWN = "src/domain/offline/known-answers-and-time-alone.ts"
STORAGE = "src/domain/offline/device-storage.ts"
CLOCK = "src/domain/time/wall-clock.ts"
ENDINGS = "src/staff/orders/counter/order-taken-refused-or-kept-offline.ts"
WORKER = "public/sw-staff.js"
SELECTION = "src/domain/menu/option-selection-and-price.ts"
MONEY = "src/domain/values/money.ts"
CART = "src/storefront/cart/cart-store.ts"
DIALOG_TEST = "src/ui/menu/options-dialog.test.tsx"
OUTBOX_TEST = "src/domain/offline/outbox.dom.test.ts"
SEALED_TEST = "src/domain/offline/sealed-orders.dom.test.ts"
DRAWER_TEST = "src/staff/orders/unsent/unsent-drawer-and-order-page.test.tsx"
BARS_TEST = "src/staff/orders/live/connection-sound-and-printer-bars.test.tsx"
WORKER_TEST = "src/staff/shell/staff-app-worker.dom.test.ts"
COUNTER_TEST = "src/staff/orders/counter/counter-offline.test.tsx"


@dataclass(frozen=True)
class Guard:
    """`name` says what happens without it."""

    name: str
    file: str
    piece: str
    becomes: str
    test: str


GUARDS = (
    Guard(
        "orders of another truck are shown",
        OUTBOX,
        "orders.filter(({ truck }) => mayShow(truck._id))",
        "orders",
        OUTBOX_TEST,
    ),
    Guard(
        "staff of another truck send an order",
        OUTBOX,
        " || !sender.maySend(truck._id)",
        "",
        OUTBOX_TEST,
    ),
    Guard(
        "an order goes on after its user has gone",
        OUTBOX,
        "if (!sender.maySend(truck._id)) throw",
        "if (false) throw",
        OUTBOX_TEST,
    ),
    Guard(
        "two tabs send at a time", OUTBOX, "withLock(SENDING, async", "withLock(crypto.randomUUID(), async", OUTBOX_TEST
    ),
    Guard("a record of a newer product is read", SEALED, "if (!isReadable(format)) return null;", "", SEALED_TEST),
    Guard(
        "an order that cannot be read is counted and shown nowhere",
        SEALED,
        "unreadable: rows.filter((_, place) => found[place] === null).map(unreadable)",
        "unreadable: []",
        SEALED_TEST,
    ),
    Guard(
        "what cannot be read of another truck is shown",
        OUTBOX,
        "unreadable.filter(({ truckId }) => mayShow(truckId))",
        "unreadable",
        SEALED_TEST,
    ),
    Guard(
        "a ticket of other food counts as printed",
        OUTBOX,
        "known.ticketPrinted && foodOf(known.sale) === foodOf(sale)",
        "known.ticketPrinted",
        OUTBOX_TEST,
    ),
    Guard(
        "refunds that did not load say again that there is no connection",
        "src/staff/shared/due-refunds.tsx",
        "if (!data && isLost && isUnreachable(error)) return null;",
        "",
        BARS_TEST,
    ),
    Guard(
        "a page that is opened without a server says that it was lost then",
        "src/staff/orders/live/connection-sound-and-printer-bars.tsx",
        "lostSince: known ?? lostSince",
        "lostSince",
        BARS_TEST,
    ),
    Guard(
        "a round that sends nothing takes the server for there",
        "src/staff/session/send-unsent-and-follow-offline.ts",
        "if (isLost) tellLost(false);",
        "tellLost(!isLost);",
        BARS_TEST,
    ),
    Guard(
        "orders of this device wait for those of the server",
        "src/staff/orders/board/orders-board.tsx",
        "orders.data ?? (isAlone ? asPage([]) : undefined)",
        "orders.data",
        BARS_TEST,
    ),
    Guard(
        "a full device keeps what it has sent",
        OUTBOX,
        'await database.put("sent", { draftId, orderId: order._id, at }).catch(() => undefined);',
        'await database.put("sent", { draftId, orderId: order._id, at });',
        OUTBOX_TEST,
    ),
    Guard(
        "a full device says that it has no connection",
        OUTBOX,
        'isFull ? "fault" : "unreachable"',
        '"unreachable"',
        OUTBOX_TEST,
    ),
    Guard(
        "pages that cannot read what is unsent take over",
        WORKER,
        'return isReadable(formats, readable.split(" ").map(Number));',
        "return true;",
        WORKER_TEST,
    ),
    Guard("an update takes the files of open pages", WORKER, "name !== before", "true", WORKER_TEST),
    Guard(
        "a build that was taken back is opened",
        WORKER,
        "...names.filter((name) => name === ownCache()),",
        "",
        WORKER_TEST,
    ),
    Guard("another order at the server is not told", OUTBOX, "isPaidSo && isSame ? null", "true ? null", OUTBOX_TEST),
    Guard("a step during the sending is lost", OUTBOX, "if (!isSame) return false;", "", OUTBOX_TEST),
    Guard(
        "a change of what was sent is kept",
        OUTBOX,
        "if (await sentAs(order.draftId)) throw",
        "if (false) throw",
        OUTBOX_TEST,
    ),
    Guard(
        "a change undoes a void",
        OUTBOX,
        "if (isVoided || (isChange && !known)) throw",
        "if (isChange && !known) throw",
        COUNTER_TEST,
    ),
    Guard(
        "a change undoes a discard",
        OUTBOX,
        "if (isVoided || (isChange && !known)) throw",
        "if (isVoided) throw",
        COUNTER_TEST,
    ),
    Guard(
        "a cleared change is held on",
        ENDINGS,
        "await changeOrder(draftId, () => ({ heldUntil: 0 }));",
        "",
        COUNTER_TEST,
    ),
    Guard(
        "another user reads what one has seen",
        KNOWN,
        "known?.format !== FORMAT || known.tokenDigest !== (await digest(token))",
        "known?.format !== FORMAT",
        DRAWER_TEST,
    ),
    Guard("a service day turns at midnight", CLOCK, "hour < DAY_TURNS_HOUR ? day - 1 : day", "day", OUTBOX_TEST),
    Guard("a tablet is forgotten with its orders", STORAGE, "if (count === 0)", "if (true)", OUTBOX_TEST),
    Guard("a tablet sells alone for days", KNOWN, "Date.now() - heardAt > LONGEST_ALONE_MS", "false", COUNTER_TEST),
    Guard("what is free is charged", MONEY, "(quantity - free)", "quantity", DIALOG_TEST),
    Guard(
        "a choice keeps more of an option than the menu has", SELECTION, "< (most.get(id) ?? 0)", "< 99", DIALOG_TEST
    ),
    Guard("a choice keeps more than its group allows", SELECTION, ".slice(0, maxSelect)", "", DIALOG_TEST),
    Guard(
        "a stored cart has a thousand million of an option",
        CART,
        "&& optionsOf(line).every(isCountable)",
        "",
        "src/storefront/cart/cart-store.dom.test.ts",
    ),
    Guard(
        "as soon as possible is held against meal times as if no slot was taken",
        "src/storefront/checkout/pickup-time.ts",
        'slots?.state === "ready" ? parseInstant(slots.offered.asap) : null',
        "null as Date | null",
        "src/storefront/checkout/pickup-time.test.ts",
    ),
    Guard(
        "a meal time is promised of which a night in spring leaves nothing",
        "src/domain/menu/sale-times.ts",
        "if (span[0] < span[1]) spans.push(span);",
        "spans.push(span);",
        "src/domain/menu/sale-times.test.ts",
    ),
    Guard(
        "a paid order can be moved to where it is not served",
        "src/storefront/checkout/slots/slot-hours.tsx",
        "(isPaid && slot.isServed === false)",
        "false",
        "src/storefront/tracking/move-or-cancel.test.tsx",
    ),
    Guard(
        "an open page calls a truck open whose last meal is over",
        "src/storefront/truck/use-live-truck.ts",
        "    invalidateTruck(client, slug);\n  });",
        "  });",
        "src/storefront/truck/meal-times.test.tsx",
    ),
)


FRONTEND = ROOT / "frontend"


def report_stale(guards: Iterable[Guard]) -> int:
    """Name the guards that are not found once in their file, and those whose test is not there."""
    code = 0
    for guard in guards:
        path = FRONTEND / guard.file
        count = path.read_text(encoding="utf-8").count(guard.piece) if path.is_file() else 0
        if count != 1 or not (FRONTEND / guard.test).is_file():
            code = 1
            print(f"  STALE  {guard.name}: found {count} times in {guard.file}, or {guard.test} is not there")
    return code


def judge_all(guards: Sequence[Guard]) -> int:
    """Take each away in a copy of the front end, one after the other; how many were killed."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        frontend = Path(folder) / "frontend"
        shutil.copytree(FRONTEND, frontend, ignore=LEFT_OUT)
        (frontend / "node_modules").symlink_to(FRONTEND / "node_modules")
        # The cases that tests of the browser share with the server.
        shutil.copytree(ROOT / "backend" / "tests" / "data", Path(folder) / "backend" / "tests" / "data")
        for test in sorted({guard.test for guard in guards}):
            passes, said = _run_test(frontend, test)
            if not passes:
                print(f"{test} fails without any change:\n{said[-3000:]}")
                return 0
        return sum(_is_killed(frontend, guard) for guard in guards)


def _is_killed(frontend: Path, guard: Guard) -> bool:
    """By a test that fails; a file that cannot even be loaded proves nothing."""
    began = time.monotonic()
    path = frontend / guard.file
    source = path.read_text(encoding="utf-8")
    path.write_text(source.replace(guard.piece, guard.becomes), encoding="utf-8")
    passes, said = _run_test(frontend, guard.test)
    path.write_text(source, encoding="utf-8")
    is_killed = not passes and re.search(r"Tests +[1-9]\d* failed", said) is not None
    result, words = ("killed", "") if is_killed else ("SURVIVED", guard.test) if passes else ("BROKEN", said[-2000:])
    print(f"  {result:9} {time.monotonic() - began:4.0f} s  {guard.name}  {words}".rstrip(), flush=True)
    return is_killed


def _run_test(frontend: Path, test: str) -> tuple[bool, str]:
    # With CI set a failed test runs again, and what passes then would hide a kill.
    environment = {name: value for name, value in os.environ.items() if name != "CI"} | {"NO_COLOR": "1"}
    command = [ROOT / "scripts" / "with-node", "npx", "vitest", "run", "--bail", "1", test]
    try:
        done = subprocess.run(  # noqa: S603
            command, cwd=frontend, env=environment, capture_output=True, text=True,
            timeout=LONGEST_SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return False, f"It took longer than {LONGEST_SECONDS} seconds, which proves nothing."
    return done.returncode == 0, done.stdout + done.stderr
