import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { type Disruption, isActive } from "./api";

/** How far a change of plan is, over the orders; nothing once there is no more to do. */
export function PlanBar({ disruption, onShow }: { disruption: Disruption; onShow: () => void }) {
  const { state, done, total, failed, payOuts = [] } = disruption;
  const toPayOut = formatDollars(payOuts.reduce((sum, { amount }) => sum + amount, 0));
  const words =
    state === "scheduled"
      ? m.plan.progress.startsSoon
      : state === "running"
        ? m.plan.progress.bar({ done, total })
        : failed.length > 0
          ? m.plan.calls.count({ count: failed.length })
          : m.orders.payOuts.due({ count: payOuts.length, amount: toPayOut });
  return (
    <NoticeBar
      tone={isActive(disruption) ? "info" : "danger"}
      action={<Button onClick={onShow}>{m.plan.progress.show}</Button>}
    >
      {words}
    </NoticeBar>
  );
}
