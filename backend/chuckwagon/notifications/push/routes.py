"""Route with which a browser's service worker reports its new subscription."""

from litestar.di import NamedDependency
from litestar.params import JSONBody

from chuckwagon.db.database import Database
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.notifications.push import renewal
from chuckwagon.notifications.push.schemas import RenewalAnswer, RenewalRequest
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest, client_address
from chuckwagon.web.routing import post


@post(
    "/api/push/renewals",
    summary="Replace a push subscription",
    errors=[400, 413, 415, 429, 503],
    status_code=200,
)
def renew_subscription(
    data: JSONBody[RenewalRequest],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> RenewalAnswer:
    """Only the browser knows the old endpoint, so knowing it is the permission."""
    renewal.renew_subscription(db, settings, data, client_ip_key(client_address(request)))
    return RenewalAnswer(accepted=True)
