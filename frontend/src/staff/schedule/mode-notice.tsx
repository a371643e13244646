import type { StaffTruck } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { useSetScheduleMode } from "./api";

interface ModeNoticeProps {
  truck: StaffTruck;
  hasStops: boolean;
}

/** Customers see the stops only of a truck that is open at them; says so, and offers to switch. */
export function ModeNotice({ truck, hasStops }: ModeNoticeProps) {
  const { mutate, isPending } = useSetScheduleMode(truck._id);
  const isAlways = truck.scheduleMode !== "stops";
  if (isAlways && !hasStops) return null;
  const change = (mode: "always" | "stops", done: string) =>
    mutate(mode, {
      onSuccess: () => showToast({ type: "success", message: done }),
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  if (isAlways) {
    return (
      <Notice
        tone="warning"
        title={m.staff.schedule.customersDoNotSeeStops}
        action={
          <Button
            busy={isPending}
            onClick={() => change("stops", m.staff.schedule.openAtItsStopsNow)}
          >
            {m.staff.schedule.openAtStops}
          </Button>
        }
      >
        {m.staff.schedule.truckIsOpenAtAnyTime}
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      title={m.staff.schedule.truckIsOpenAtItsStops}
      action={
        <Button
          variant="quiet"
          busy={isPending}
          onClick={() => change("always", m.staff.schedule.openAtAnyTimeNow)}
        >
          {m.staff.schedule.openAnyTime}
        </Button>
      }
    />
  );
}
