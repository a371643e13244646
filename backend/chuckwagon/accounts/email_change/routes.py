"""Routes of a new e-mail address that waits for its link. PUT /api/auth/profile asks for it."""

from litestar.di import NamedDependency
from litestar.params import JSONBody

from chuckwagon.accounts.email_change import service
from chuckwagon.accounts.password_links.schemas import LinkRequest
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import EmailChangeCancelled, UserAnswer, UserBody
from chuckwagon.accounts.second_factors.requirement import mark_requirement
from chuckwagon.db.database import Database
from chuckwagon.settings import Settings
from chuckwagon.web.routing import delete, post

PATH = "/api/auth/email-change"


@post(PATH, summary="Send the link to my new email address again", errors=[401, 409, 429, 503], status_code=200)
def send_again(
    actor: NamedDependency[Actor], db: NamedDependency[Database], settings: NamedDependency[Settings]
) -> UserBody:
    """The earlier link stops working. 409 if no address waits."""
    return UserBody(_mark(service.send_again(db, actor), settings))


@delete(PATH, summary="Keep my email address", errors=[401, 409, 503], status_code=200)
def cancel(
    actor: NamedDependency[Actor], db: NamedDependency[Database], settings: NamedDependency[Settings]
) -> EmailChangeCancelled:
    """The link to the new one stops working. 409 if no address waits."""
    return EmailChangeCancelled(_mark(service.cancel(db, actor), settings))


@post(
    f"{PATH}/confirm",
    summary="Confirm my new email address",
    errors=[400, 401, 404, 409, 413, 415, 503],
    status_code=200,
)
def confirm(
    data: JSONBody[LinkRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> UserBody:
    """With the token of the link, which works once, for a day. 404 in a session of another user."""
    return UserBody(_mark(service.confirm(db, actor, data.token), settings))


def _mark(user: UserAnswer, settings: Settings) -> UserAnswer:
    return mark_requirement(user, settings.require_second_factor)
