"""Takes one guard of the orders that a device keeps away at a time, and asks the page tests whether they notice.

`mutants.py` does so for the back end, by its syntax tree; here a guard is a piece of text, found once in its file. Run
with `python scripts/browser_mutants.py`. It fails when a guard can go and no test fails, or when one is not found.
"""

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns("node_modules", "dist", "proof")
LONGEST_SECONDS = 300
OUTBOX = "src/domain/offline/outbox.ts"
SEALED = "src/domain/offline/sealed-orders.ts"
KNOWN = "src/domain/offline/known-answers.ts"
CLOCK = "src/domain/time/wall-clock.ts"
ENDINGS = "src/staff/orders/counter/order-endings.ts"
OUTBOX_TEST = "src/domain/offline/outbox.dom.test.ts"
DRAWER_TEST = "src/staff/orders/unsent/unsent-drawer.test.tsx"
BARS_TEST = "src/staff/orders/unsent/connection-bars.test.tsx"
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
        "all.filter(({ truck }) => mayShow(truck._id))",
        "all",
        OUTBOX_TEST,
    ),
    Guard(
        "staff of another truck send an order",
        OUTBOX,
        "sender.maySend(truck._id) ? await readOne(draftId) : null",
        "await readOne(draftId)",
        OUTBOX_TEST,
    ),
    Guard(
        "two tabs send at a time", OUTBOX, "withLock(SENDING, async", "withLock(crypto.randomUUID(), async", OUTBOX_TEST
    ),
    Guard("a record of a newer product is read", SEALED, "if (!isReadable(format)) return null;", "", OUTBOX_TEST),
    Guard(
        "an order that cannot be read is counted and shown nowhere",
        SEALED,
        "unreadable: rows.filter((_, place) => found[place] === null).map(unreadable)",
        "unreadable: []",
        OUTBOX_TEST,
    ),
    Guard(
        "what cannot be read of another truck is shown",
        OUTBOX,
        "unreadable.filter(({ truckId }) => mayShow(truckId))",
        "unreadable",
        OUTBOX_TEST,
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
        "src/staff/orders/unsent/connection-bars.tsx",
        "lostSince: known ?? lostSince",
        "lostSince",
        BARS_TEST,
    ),
    Guard(
        "orders of this device wait for those of the server",
        "src/staff/orders/board/orders-board.tsx",
        "orders.data ?? (isAlone ? asPage([]) : undefined)",
        "orders.data",
        BARS_TEST,
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
    Guard("a tablet is forgotten with its orders", KNOWN, "if (count === 0)", "if (true)", OUTBOX_TEST),
    Guard("a tablet sells alone for days", KNOWN, "Date.now() - heardAt > LONGEST_ALONE_MS", "false", COUNTER_TEST),
)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        frontend = Path(folder) / "frontend"
        shutil.copytree(ROOT / "frontend", frontend, ignore=LEFT_OUT)
        (frontend / "node_modules").symlink_to(ROOT / "frontend" / "node_modules")
        for test in sorted({guard.test for guard in GUARDS}):
            if not passes(frontend, test):
                print(f"BROKEN    {test} fails without a change")
                return 1
        verdicts = {guard.name: try_without(frontend, guard) for guard in GUARDS}
    return 1 if set(verdicts.values()) != {"killed"} else 0


def try_without(frontend: Path, guard: Guard) -> str:
    path = frontend / guard.file
    source = path.read_text(encoding="utf-8")
    if source.count(guard.piece) != 1:
        verdict = "STALE"
    else:
        path.write_text(source.replace(guard.piece, guard.becomes), encoding="utf-8")
        verdict = "SURVIVED" if passes(frontend, guard.test) else "killed"
        path.write_text(source, encoding="utf-8")
    print(f"{verdict:9} {guard.name}", flush=True)
    return verdict


def passes(frontend: Path, test: str) -> bool:
    command = [ROOT / "scripts" / "with-node", "npx", "vitest", "run", "--bail", "1", test]
    done = subprocess.run(  # noqa: S603
        command, cwd=frontend, capture_output=True, timeout=LONGEST_SECONDS, check=False
    )
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
