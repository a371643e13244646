import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Stop } from "@/domain/schedule/current-stops";
import { FormSkeleton } from "@/forms/edit-form";
import { messages as m } from "@/messages";
import { Loaded } from "@/ui/feedback/loaded";
import { Drawer } from "@/ui/overlay/dialog";
import { type Disruption, disruptionsQuery, hasLeft, isActive, type Kind } from "./api";
import { DisruptionForm } from "./disruption-form";
import { DisruptionProgress } from "./disruption-progress";

interface DisruptionDrawerProps {
  truckId: string;
  stopId: string;
  /** Null for a stop that no longer takes a change, of which only the progress is shown. */
  stop: Stop | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The kind that is chosen already. */
  kind?: Kind | undefined;
  /** The list of a stop that takes no change any more was closed on purpose. */
  onCloseList?: () => void;
}

/** A change of plan from the choice to the last text. One that runs is shown first, also after a reload. */
export function DisruptionDrawer({ open, onOpenChange, ...props }: DisruptionDrawerProps) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={m.plan.title}>
      <DisruptionSteps {...props} onClose={() => onOpenChange(false)} />
    </Drawer>
  );
}

interface PlanStepsProps extends Omit<DisruptionDrawerProps, "open" | "onOpenChange"> {
  onClose: () => void;
}

function DisruptionSteps({ truckId, stopId, stop, kind, onCloseList, onClose }: PlanStepsProps) {
  const query = useQuery(disruptionsQuery(stopId));
  const [newest, ...earlier] = query.data ?? [];
  const { shown, leave } = useShown(newest, stop === null);

  function handleNext() {
    if (stop !== null) return leave();
    onClose();
    onCloseList?.();
  }

  function content() {
    if (shown) {
      return (
        <DisruptionProgress
          disruption={shown}
          earlier={earlier}
          canGoOn={stop !== null}
          onNext={handleNext}
        />
      );
    }
    if (!stop) return <p>{m.common.stopIsOver}</p>;
    return <DisruptionForm key={kind} truckId={truckId} stop={stop} chosen={kind} />;
  }

  return (
    <Loaded
      query={query}
      skeleton={<FormSkeleton label={m.plan.loading} />}
      failed={m.plan.failed}
      headingLevel="h3"
    >
      {content}
    </Loaded>
  );
}

/**
 * The change that is shown in place of the choices: one that runs, that ran here, or that left someone to call; any
 * that started, where there is nothing to choose.
 */
function useShown(newest: Disruption | undefined, isLast: boolean) {
  const [seen, setSeen] = useState<string | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  if (newest && isActive(newest) && seen !== newest._id) setSeen(newest._id);
  const isOfInterest =
    newest !== undefined &&
    newest.state !== "withdrawn" &&
    newest._id !== left &&
    (isLast || newest._id === seen || isActive(newest) || hasLeft(newest));
  return {
    shown: isOfInterest ? newest : null,
    leave: () => setLeft(newest?._id ?? null),
  };
}
