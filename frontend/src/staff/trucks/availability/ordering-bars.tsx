import type { StaffTruck } from "@/api/admin-types";
import { Button } from "@/components/ui/button";
import { NoticeBar } from "@/components/ui/notice-bar";
import { useWhenOver } from "@/lib/use-when-over";
import styles from "./availability.module.css";
import { busySentence, NO_LONGER_BUSY, pauseSentence, RESUMED } from "./ordering-state";
import { useRereadTrucks, useTruckSettings } from "./use-truck-settings";

/** Says, as long as it is so, that customers cannot order or have to wait longer, and ends it with one tap. */
export function OrderingBars({ truck }: { truck: StaffTruck }) {
  const { settings } = truck;
  const change = useTruckSettings(truck._id);
  const reread = useRereadTrucks();
  useWhenOver(settings.pausedUntil, reread);
  useWhenOver(settings.extraLeadUntil, reread);
  const now = new Date();
  const paused = pauseSentence(truck, now);
  const busy = busySentence(truck, now);
  return (
    <>
      {paused ? (
        <NoticeBar
          tone="warning"
          action={
            <Button
              busy={change.isPending}
              onClick={() =>
                change.mutate({ patch: RESUMED, failure: "Failed to resume ordering" })
              }
            >
              Resume now
            </Button>
          }
        >
          {paused}
          {settings.notAcceptingReason ? (
            <span className={styles.reason}> Customers read: “{settings.notAcceptingReason}”</span>
          ) : null}
        </NoticeBar>
      ) : null}
      {busy ? (
        <NoticeBar
          tone="info"
          action={
            <Button
              busy={change.isPending}
              onClick={() =>
                change.mutate({ patch: NO_LONGER_BUSY, failure: "Failed to take the time back" })
              }
            >
              Back to normal
            </Button>
          }
        >
          {busy}
        </NoticeBar>
      ) : null}
    </>
  );
}
