import type { StaffTruck } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { useSetScheduleMode } from "./api";
import styles from "./schedule.module.css";

/** Customers see the stops only of a truck that is open at them; offers to switch one that is not. */
export function HiddenStopsNotice({ truck }: { truck: StaffTruck }) {
  const { isPending, change } = useModeSwitch(truck._id);
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

/** Says that the truck is open at its stops only, and offers the way back. */
export function StopsModeLine({ truck }: { truck: StaffTruck }) {
  const { isPending, change } = useModeSwitch(truck._id);
  return (
    <p className={styles.mode}>
      {m.staff.schedule.truckIsOpenAtItsStops}
      <Button
        variant="quiet"
        busy={isPending}
        onClick={() => change("always", m.staff.schedule.openAtAnyTimeNow)}
      >
        {m.staff.schedule.openAnyTime}
      </Button>
    </p>
  );
}

function useModeSwitch(truckId: string) {
  const { mutate, isPending } = useSetScheduleMode(truckId);
  const change = (mode: "always" | "stops", done: string) =>
    mutate(mode, {
      onSuccess: () => showToast({ type: "success", message: done }),
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  return { isPending, change };
}
