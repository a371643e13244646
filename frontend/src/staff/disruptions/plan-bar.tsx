import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { type Disruption, isActive } from "./api";

/** How far a change of plan is, over the orders; nothing once there is no more to do. */
export function PlanBar({ disruption, onShow }: { disruption: Disruption; onShow: () => void }) {
  const { state, done, total, failed } = disruption;
  const words =
    state === "scheduled"
      ? m.staff.plan.startsInAMoment
      : state === "running"
        ? m.staff.plan.isUnderWay({ done, total })
        : m.staff.plan.needACall({ count: failed.length });
  return (
    <NoticeBar
      tone={isActive(disruption) ? "info" : "danger"}
      action={<Button onClick={onShow}>{m.staff.plan.show}</Button>}
    >
      {words}
    </NoticeBar>
  );
}
