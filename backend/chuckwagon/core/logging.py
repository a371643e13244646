"""One JSON line per thing worth knowing; never a name, a phone, an address or a secret."""

import logging
import sys

import structlog

log: structlog.stdlib.BoundLogger = structlog.get_logger("chuckwagon")


def configure(level: int = logging.INFO) -> None:
    """Write the lines to standard error."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.dict_tracebacks,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
