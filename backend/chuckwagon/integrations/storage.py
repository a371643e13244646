"""Where pictures are kept: a folder of this machine, or a bucket of any service that speaks S3.

The only module that knows the bucket's keys. Every call has a time limit and is tried again, which is safe
because a picture never changes under its name.
"""

import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

import obstore
from obstore.exceptions import BaseError, NotFoundError
from obstore.store import LocalStore, S3Store

from chuckwagon.core.errors import Unavailable
from chuckwagon.core.logging import log
from chuckwagon.core.pictures import KEPT_FOR_EVER, MEDIA_TYPE, OpenPicture
from chuckwagon.settings import Settings

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig, S3Config

T = TypeVar("T")

CONNECT_SECONDS, CALL_SECONDS, ALL_SECONDS, RETRIES = 3, 10, 15, 2
PIECE_BYTES = 64 * 1024


class StoreUnavailable(Unavailable):
    sentence = "Pictures are not available right now. Please try again in a moment."


class FileStore:
    """One folder or bucket. Safe to share between threads."""

    def __init__(self, store: LocalStore | S3Store, name: str, attributes: dict[str, str] | None) -> None:
        self._store = store
        self._attributes = attributes
        self.name = name

    def put(self, key: str, content: bytes) -> None:
        """Keep a finished picture under its key, whole or not at all. Raises StoreUnavailable."""
        _call(lambda: obstore.put(self._store, key, content, attributes=self._attributes))

    async def open(self, key: str) -> OpenPicture | None:
        """The picture under the key, to be sent on while it arrives. Raises StoreUnavailable."""
        try:
            found = await obstore.get_async(self._store, key)
        except (FileNotFoundError, NotFoundError):
            return None
        except (BaseError, OSError, ValueError) as error:
            raise _unavailable(error) from error
        pieces = aiter(found.stream(min_chunk_size=PIECE_BYTES))
        return OpenPicture(found.meta["size"], found.meta["e_tag"] or "", pieces)

    def probe(self) -> None:
        """Write something and take it away again. Raises StoreUnavailable."""
        key = f"probe-{secrets.token_hex(8)}"
        _call(lambda: obstore.put(self._store, key, b"ok"))
        _call(lambda: obstore.delete(self._store, key))


def _call(work: Callable[[], T]) -> T:
    try:
        return work()
    except (BaseError, OSError, ValueError) as error:
        raise _unavailable(error) from error


def _unavailable(error: Exception) -> StoreUnavailable:
    """Only the kind of failure is logged: the text may hold addresses and keys."""
    log.error("file_store_unavailable", reason=type(error).__name__)
    return StoreUnavailable()


@lru_cache(maxsize=4)
def file_store(settings: Settings) -> FileStore:
    """The store of these settings; one connection pool a process."""
    if settings.uploads_bucket:
        attributes = {"Content-Type": MEDIA_TYPE, "Cache-Control": KEPT_FOR_EVER}
        return FileStore(_bucket(settings), settings.uploads_bucket, attributes)
    folder = settings.uploads_dir
    folder.mkdir(parents=True, exist_ok=True)
    return FileStore(LocalStore(folder), str(folder), None)


def _bucket(settings: Settings) -> S3Store:
    """What is not set here is looked for where the provider's own tools look, such as the machine's role."""
    address = urlsplit(settings.uploads_bucket)
    named: S3Config = {"virtual_hosted_style_request": not settings.uploads_endpoint}
    for name, value in _given(settings).items():
        named[name] = value  # type: ignore[literal-required]
    calls: ClientConfig = {
        "allow_http": settings.uploads_endpoint.startswith("http://"),
        "connect_timeout": timedelta(seconds=CONNECT_SECONDS),
        "timeout": timedelta(seconds=CALL_SECONDS),
    }
    again: RetryConfig = {"max_retries": RETRIES, "retry_timeout": timedelta(seconds=ALL_SECONDS)}
    prefix = address.path.strip("/") or None
    return S3Store(address.netloc, prefix=prefix, config=named, client_options=calls, retry_config=again)


def _given(settings: Settings) -> dict[str, str]:
    values = {
        "endpoint": settings.uploads_endpoint,
        "region": settings.uploads_region,
        "access_key_id": settings.aws_access_key_id,
        "secret_access_key": settings.aws_secret_access_key,
        "session_token": settings.aws_session_token,
    }
    return {name: value for name, value in values.items() if value}
