import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLeaveForm } from "@/forms/leaving/unsaved-guard";
import { messages as m } from "@/messages";
import { prepSheetPath } from "@/staff/reports/prep-sheet/api";
import type { Place, StaffStop } from "@/staff/schedule/api";
import { CountsSheet } from "@/staff/schedule/counts/counts-sheet";
import { hasResult, isResultRefused, stopResultQuery } from "@/staff/schedule/result/api";
import { ResultSheet } from "@/staff/schedule/result/result-sheet";
import { SlotsSheet } from "@/staff/schedule/slots/slots-sheet";
import { ButtonLink } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/choices/segmented-choice";
import { Stack } from "@/ui/layout";
import { StopEnd } from "./stop-end";
import { StopForm } from "./stop-form";
import type { StopDraft } from "./stop-values";
import { copyOf } from "./stop-values";

type Part = "plan" | "slots" | "counts" | "result";

interface StopSheetProps {
  truckId: string;
  places: readonly Place[];
  draft: StopDraft;
  stop: StaffStop;
  onDraft: (draft: StopDraft | null) => void;
  /** Gets the day of what was saved. */
  onSaved: (day: string) => void;
}

/** Everything about a stop that exists: its plan, how full its slots are, what is counted, and what it brought in. */
export function StopSheet({ truckId, places, draft, stop, onDraft, onSaved }: StopSheetProps) {
  const [part, setPart] = useState<Part>("plan");
  const leave = useLeaveForm();
  const result = useQuery(stopResultQuery(truckId, hasResult(stop) ? stop._id : null));
  const showsResult = hasResult(stop) && !isResultRefused(result.error);
  return (
    <Stack gap={4}>
      <SegmentedChoice
        label={m.slots.parts.label}
        choices={[
          { value: "plan", label: m.slots.parts.plan },
          { value: "slots", label: m.slots.parts.slots },
          { value: "counts", label: m.common.counts },
          ...(showsResult ? [{ value: "result" as const, label: m.stopResult.tab }] : []),
        ]}
        value={part}
        onChange={(next) => leave(() => setPart(next))}
      />
      {stop.status === "cancelled" ? null : (
        <ButtonLink to={prepSheetPath(stop._id)}>{m.prepSheet.title}</ButtonLink>
      )}
      {part === "plan" ? (
        <>
          <StopForm truckId={truckId} places={places} draft={draft} onDone={onSaved} />
          <StopEnd
            truckId={truckId}
            stop={stop}
            onCopy={(copied) => onDraft(copyOf(copied))}
            onDone={() => onDraft(null)}
          />
        </>
      ) : null}
      {part === "slots" ? <SlotsSheet truckId={truckId} stop={stop} /> : null}
      {part === "counts" ? <CountsSheet truckId={truckId} stop={stop} /> : null}
      {part === "result" && showsResult ? <ResultSheet query={result} /> : null}
    </Stack>
  );
}
