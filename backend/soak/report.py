"""Prints the progress and the final table of the soak test."""

from soak.audit import Findings
from soak.ledgers import Books
from soak.recorder import Journal

EXAMPLES = 5


def show_head() -> None:
    print(f"{'time':>6} {'begun':>7} {'paid':>7} {'kills':>6} {'back in':>8} {'listed in':>9}", flush=True)


def show_progress(seconds: float, journal: Journal) -> None:
    """Print one line of progress."""
    back, listed = _worst(journal.restarts), _worst(journal.listings)
    begun, paid, kills = journal.begun(), len(journal.paid_intents()), len(journal.restarts)
    print(f"{seconds:5.0f}s {begun:7} {paid:7} {kills:6} {back:>8} {listed:>9}", flush=True)


def show_end(findings: Findings, books: Books, journal: Journal) -> None:
    """Print the counts, then each kind of fault with its count and a few examples."""
    volumes = {
        "orders": len(books.orders),
        "payments": sum(intent["status"] == "succeeded" for intent in books.intents),
        "refunds": len(books.refunds),
        "texts": len(books.texts),
        "calls asked again": journal.counts["asked again"],
        "kills": len(journal.restarts),
        "answers again after a kill, worst and mean": _worst_and_mean(journal.restarts),
        "lists every paid order after that, worst and mean": _worst_and_mean(journal.listings),
    }
    print()
    for name, value in volumes.items():
        print(f"  {name:<50} {value:>16}")
    show_findings(findings)


def show_findings(findings: Findings) -> None:
    """Every kind of fault with its count and a few examples."""
    print()
    for name, sentences in findings.items():
        print(f"  {name:<50} {len(sentences):>16}")
        for sentence in sentences[:EXAMPLES]:
            print(f"      {sentence}")
    print(flush=True)


def _worst(seconds: list[float]) -> str:
    return f"{max(seconds):.2f} s" if seconds else "-"


def _worst_and_mean(seconds: list[float]) -> str:
    return f"{max(seconds):.2f} s, {sum(seconds) / len(seconds):.2f} s" if seconds else "-"
