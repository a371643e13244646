import { useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import { TruckQuestion } from "@/staff/shell/truck-question";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Row } from "@/ui/layout";
import { useSetScheduleMode } from "./api";

type ScheduleMode = StaffTruck["scheduleMode"];

/** Customers see the stops only of a truck that is open at them; offers to switch one that is not. */
export function HiddenStopsNotice({ truck }: { truck: StaffTruck }) {
  const { isPending, change } = useModeSwitch(truck._id);
  return (
    <Notice
      tone="warning"
      title={m.schedule.mode.hidden}
      action={
        <Button busy={isPending} onClick={() => change("stops", m.schedule.mode.nowByStops)}>
          {m.schedule.mode.switchToStops}
        </Button>
      }
    >
      {m.schedule.mode.hiddenHint}
    </Notice>
  );
}

/** Says that the truck is open at its stops only, and offers the way back, after a question. */
export function StopsModeLine({ truck }: { truck: StaffTruck }) {
  const { isPending, change } = useModeSwitch(truck._id);
  const [isAsking, setAsking] = useState(false);
  return (
    <Row as="p" gap={2} align="center" marginTop={6} soft>
      {m.schedule.mode.byStops}
      <Button variant="quiet" busy={isPending} onClick={() => setAsking(true)}>
        {m.schedule.mode.switchToAnyTime}
      </Button>
      <TruckQuestion
        truck={truck}
        open={isAsking}
        onOpenChange={setAsking}
        title={m.schedule.mode.question}
        confirmLabel={() => m.schedule.mode.confirm}
        pending={isPending}
        onConfirm={() => change("always", m.schedule.mode.nowAnyTime, () => setAsking(false))}
        sentences={({ orders }) => [
          m.schedule.mode.questionHint,
          orders > 0 ? m.schedule.mode.openOrders({ orders }) : null,
        ]}
      />
    </Row>
  );
}

function useModeSwitch(truckId: string) {
  const { mutateAsync, isPending } = useSetScheduleMode(truckId);
  function change(mode: ScheduleMode, done: string, onSettled?: () => void) {
    whenDone(mutateAsync(mode), {
      onSuccess: () => showToast({ type: "success", message: done, ...undoOf(mode) }),
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
      onSettled,
    });
  }
  /** Opening at any time is undone with one press; the way back to the stops has its own button. */
  function undoOf(mode: ScheduleMode) {
    if (mode === "stops") return {};
    const onClick = () => change("stops", m.schedule.mode.nowByStops);
    return { action: { label: m.common.undo, onClick } };
  }
  return { isPending, change };
}
