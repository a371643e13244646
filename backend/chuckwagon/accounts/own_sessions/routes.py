"""Routes of the user's own sessions."""

from litestar.di import NamedDependency
from litestar.params import FromPath

from chuckwagon.accounts.own_sessions import schemas, service
from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.web.routing import delete, get

PREFIX = "/api/auth/sessions"


@get(PREFIX, summary="List my sessions", errors=[401, 503])
def list_sessions(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> schemas.SessionsAnswer:
    """Where the user is signed in. `lastUsedAt` is exact to five minutes."""
    with db.reading() as session:
        return schemas.SessionsAnswer(service.list_own(session, actor))


@delete(PREFIX, summary="End my other sessions", errors=[401, 503], status_code=200)
def end_others(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> schemas.SessionsEnded:
    """All but the one of the request."""
    return schemas.SessionsEnded(service.end_others(db, actor))


@delete(f"{PREFIX}/{{session_id:str}}", summary="End one of my sessions", errors=[401, 404, 503], status_code=200)
def end_one(
    session_id: FromPath[str], actor: NamedDependency[Actor], db: NamedDependency[Database]
) -> schemas.SessionsEnded:
    """404 for a session that is over or of another user."""
    service.end_one(db, actor, session_id)
    return schemas.SessionsEnded(1)
