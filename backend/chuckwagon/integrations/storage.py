"""Storage of images: a local folder, or a bucket of any service that speaks S3.

The only module that knows the bucket's keys. Every call has a time limit and is retried, which is safe because
an image never changes under its name.
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

from chuckwagon.kit.errors import Unavailable
from chuckwagon.observability.logging import log
from chuckwagon.settings import Settings
from chuckwagon.web.static import IMMUTABLE, MEDIA_TYPE, OpenImage

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig, S3Config

T = TypeVar("T")

CONNECT_SECONDS, MAX_CALL_SECONDS, MAX_TOTAL_SECONDS, MAX_RETRIES = 3, 10, 15, 2
CHUNK_BYTES = 64 * 1024


class StoreUnavailable(Unavailable):
    sentence = "Pictures are not available right now. Please try again in a moment."


class FileStore:
    """One folder or bucket. Safe to share between threads."""

    def __init__(self, store: LocalStore | S3Store, name: str, attributes: dict[str, str] | None) -> None:
        self._store = store
        self._attributes = attributes
        self.name = name

    def put(self, key: str, content: bytes) -> None:
        """Store an image under its key, atomically. Raises StoreUnavailable."""
        _call(lambda: obstore.put(self._store, key, content, attributes=self._attributes))

    async def open(self, key: str) -> OpenImage | None:
        """Open the image with this key as a stream; None if there is none. Raises StoreUnavailable."""
        try:
            found = await obstore.get_async(self._store, key)
        except (FileNotFoundError, NotFoundError):
            return None
        except (BaseError, OSError, ValueError) as error:
            raise _unavailable(error) from error
        chunks = aiter(found.stream(min_chunk_size=CHUNK_BYTES))
        return OpenImage(found.meta["size"], found.meta["e_tag"] or "", chunks)

    def probe(self) -> None:
        """Check the store by writing a small object and deleting it. Raises StoreUnavailable."""
        key = f"probe-{secrets.token_hex(8)}"
        _call(lambda: obstore.put(self._store, key, b"ok"))
        _call(lambda: obstore.delete(self._store, key))


def _call(work: Callable[[], T]) -> T:
    try:
        return work()
    except (BaseError, OSError, ValueError) as error:
        raise _unavailable(error) from error


def _unavailable(error: Exception) -> StoreUnavailable:
    """Log only the class of the error, because its text may contain addresses and keys."""
    log.error("file_store_unavailable", reason=type(error).__name__)
    return StoreUnavailable()


@lru_cache(maxsize=4)
def file_store(settings: Settings) -> FileStore:
    """Return the store of these settings; one connection pool per process."""
    if settings.uploads_bucket:
        attributes = {"Content-Type": MEDIA_TYPE, "Cache-Control": IMMUTABLE}
        return FileStore(_bucket(settings), settings.uploads_bucket, attributes)
    folder = settings.uploads_dir
    folder.mkdir(parents=True, exist_ok=True)
    return FileStore(LocalStore(folder), str(folder), None)


def _bucket(settings: Settings) -> S3Store:
    """Leave out what is not set, so that it is found where AWS tools look for it, such as the machine's role."""
    address = urlsplit(settings.uploads_bucket)
    config: S3Config = {"virtual_hosted_style_request": not settings.uploads_endpoint}
    for name, value in _bucket_options(settings).items():
        config[name] = value  # type: ignore[literal-required]
    client_options: ClientConfig = {
        "allow_http": settings.uploads_endpoint.startswith("http://"),
        "connect_timeout": timedelta(seconds=CONNECT_SECONDS),
        "timeout": timedelta(seconds=MAX_CALL_SECONDS),
    }
    retry_options: RetryConfig = {"max_retries": MAX_RETRIES, "retry_timeout": timedelta(seconds=MAX_TOTAL_SECONDS)}
    prefix = address.path.strip("/") or None
    return S3Store(
        address.netloc, prefix=prefix, config=config, client_options=client_options, retry_config=retry_options
    )


def _bucket_options(settings: Settings) -> dict[str, str]:
    values = {
        "endpoint": settings.uploads_endpoint,
        "region": settings.uploads_region,
        "access_key_id": settings.aws_access_key_id,
        "secret_access_key": settings.aws_secret_access_key,
        "session_token": settings.aws_session_token,
    }
    return {name: value for name, value in values.items() if value}
