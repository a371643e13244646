"""One JSON line per thing worth knowing; never a name, a phone, an address or a secret."""

import logging
import sys

import structlog

_TRACEBACK = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)

log: structlog.stdlib.BoundLogger = structlog.get_logger("chuckwagon")


def configure(level: int = logging.INFO) -> None:
    """Write the lines to standard error."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.ExceptionRenderer(_TRACEBACK),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


configure()  # at import: a log line written before anyone asked must not show the values of variables either
