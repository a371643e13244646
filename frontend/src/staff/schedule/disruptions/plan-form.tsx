import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Stop } from "@/domain/schedule/present-schedule";
import { placesQuery } from "@/staff/schedule/api";
import { Stack, Text } from "@/ui/layout";
import type { Kind } from "./api";
import { KindChoice } from "./kind-choice";
import { PlanFields } from "./plan-fields";
import { PlanPreview } from "./plan-preview";
import { stopName } from "./plan-words";
import { usePlan } from "./use-plan";

interface PlanFormProps {
  truckId: string;
  stop: Stop;
  /** What was chosen before, elsewhere. */
  chosen?: Kind | undefined;
}

/** The choice, its fields, and what it would do; the way back leads to what was typed. */
export function PlanForm({ truckId, stop, chosen }: PlanFormProps) {
  const [kind, setKind] = useState<Kind>(chosen ?? "late");
  const [isChosen, setChosen] = useState(chosen !== undefined);
  const places = useQuery(placesQuery(truckId));
  const others = (places.data ?? []).filter(
    ({ _id, archivedAt }) => archivedAt === null && _id !== stop.place._id,
  );
  const plan = usePlan(stop, kind, others);
  const { previewed } = plan;

  function handleChoose(next: Kind) {
    setKind(next);
    setChosen(true);
  }

  return (
    <Stack gap={4}>
      <Text weight={650} breaks>
        {stopName(stop)}
      </Text>
      {isChosen ? null : <KindChoice onChoose={handleChoose} />}
      {isChosen && !previewed ? (
        <PlanFields
          kind={kind}
          stop={stop}
          places={places}
          others={others}
          plan={plan}
          onBack={() => setChosen(false)}
        />
      ) : null}
      {previewed ? (
        <PlanPreview
          previewed={previewed}
          place={others.find(({ _id }) => _id === previewed.plan.placeId)?.name ?? ""}
          problem={plan.startProblem}
          busy={plan.isStarting}
          onStart={plan.start}
          onBack={plan.edit}
        />
      ) : null}
    </Stack>
  );
}
