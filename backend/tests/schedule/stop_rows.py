"""Changes of stops that no route makes: delays, early ends and the like."""

from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.realtime import change_log
from chuckwagon.realtime.change_log import publish_change
from chuckwagon.schedule import models


def change_stop(db: Database, stop_id: str, **columns: Any) -> models.Stop:
    """Set columns of a stop, publish the change as every route does, and return the row."""

    def change(session: Session) -> models.Stop:
        stop = session.get_one(models.Stop, stop_id)
        for name, value in columns.items():
            setattr(stop, name, value)
        publish_change(session, stop.truck_id, change_log.STOP, stop.id)
        session.flush()
        session.refresh(stop)
        session.expunge(stop)
        return stop

    return db.write(change)
