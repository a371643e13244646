"""Query parameters that several reports share."""

from typing import Annotated

from litestar.params import QueryParameter

TruckId = Annotated[str | None, QueryParameter(name="truckId", required=False, description="Usually one's own truck")]
FirstDay = Annotated[str | None, QueryParameter(name="from", required=False, description="A day on the truck's clock")]
LastDay = Annotated[
    str | None, QueryParameter(name="to", required=False, description="A day on the truck's clock, inclusive")
]
