import type { StaffTruck } from "@/domain/api/admin-types";
import { presentTime } from "@/domain/time/server-clock";
import { messages as m } from "@/messages";
import { useAt } from "@/ui/browser/use-at";
import { Button } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { Text } from "@/ui/layout";
import { busyMessage, NO_LONGER_BUSY, pauseMessage, RESUMED } from "./ordering-state";
import { useRereadTrucks, useTruckSettings } from "./use-truck-settings";

/** Says, as long as it is so, that customers cannot order or have to wait longer, and ends it with one tap. */
export function OrderingBars({ truck }: { truck: StaffTruck }) {
  const { settings } = truck;
  const change = useTruckSettings(truck._id);
  const reread = useRereadTrucks();
  useAt(settings.pausedUntil, reread, true);
  useAt(settings.extraLeadUntil, reread, true);
  const now = presentTime();
  const paused = pauseMessage(truck, now);
  const busy = busyMessage(truck, now);
  return (
    <>
      {paused ? (
        <NoticeBar
          tone="warning"
          action={
            <Button
              busy={change.isPending}
              onClick={() =>
                change.mutate({
                  patch: RESUMED,
                  failure: m.service.pause.endFailed,
                })
              }
            >
              {m.service.pause.end}
            </Button>
          }
        >
          {paused}
          {settings.notAcceptingReason ? (
            <Text as="span" weight={500}>
              {" "}
              {m.service.pause.customersRead({
                reason: settings.notAcceptingReason,
              })}
            </Text>
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
                change.mutate({
                  patch: NO_LONGER_BUSY,
                  failure: m.service.busy.endFailed,
                })
              }
            >
              {m.service.busy.end}
            </Button>
          }
        >
          {busy}
        </NoticeBar>
      ) : null}
    </>
  );
}
