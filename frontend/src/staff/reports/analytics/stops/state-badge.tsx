import { stateLabel } from "@/staff/schedule/result/stop-figures";
import { Badge } from "@/ui/content/badge";

/** The state of a stop, unless it is over as most stops of a report are. */
export function StateBadge({ state }: { state: string }) {
  return state === "ended" ? null : <Badge>{stateLabel(state)}</Badge>;
}
