import { useState } from "react";
import type { StaffTruck } from "@/domain/api/staff-types";
import { presentTime } from "@/domain/time/server-clock";
import { minutesFromNow } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import styles from "@/staff/orders/board/orders-board.module.css";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/choices";
import { Stack, Text } from "@/ui/layout";
import { busyPatch, NO_LONGER_BUSY } from "./pause-and-busy";
import { useTruckSettings } from "./use-truck-settings";

const EXTRA_MINUTES = [10, 20, 30];

const durations = () =>
  [
    { value: "open", label: m.service.busy.noEnd },
    { value: "hour", label: m.service.busy.oneHour },
  ] as const;

type HowLong = ReturnType<typeof durations>[number]["value"];

/** One tap adds to the time that customers have to allow before their pickup. */
export function BusyPanel({ truck, onDone }: { truck: StaffTruck; onDone: () => void }) {
  const [howLong, setHowLong] = useState<HowLong>("open");
  const change = useTruckSettings(truck._id);
  const { leadMinutes, extraLeadMinutes } = truck.settings;

  function add(minutes: number): void {
    const until = howLong === "hour" ? minutesFromNow(60, presentTime()) : null;
    const patch = busyPatch(minutes, until);
    change.mutate({ patch, failed: m.service.busy.failed }, { onSuccess: onDone });
  }

  function takeBack(): void {
    const failed = m.service.busy.endFailed;
    change.mutate({ patch: NO_LONGER_BUSY, failed }, { onSuccess: onDone });
  }

  return (
    <Stack gap={4}>
      <Text soft>{m.service.busy.hint({ minutes: leadMinutes })}</Text>
      <SegmentedChoice
        label={m.service.busy.howLong}
        choices={durations()}
        value={howLong}
        onChange={(value) => setHowLong(value)}
      />
      <Stack gap={3} className={styles.choices}>
        {EXTRA_MINUTES.map((minutes) => (
          <Button
            key={minutes}
            size="large"
            block
            disabled={change.isPending}
            onClick={() => add(minutes)}
          >
            {m.service.busy.add({ minutes })}
            <Text as="span" soft size="s" weight={500}>
              {m.service.busy.earliest({ minutes: leadMinutes + minutes })}
            </Text>
          </Button>
        ))}
        {extraLeadMinutes > 0 ? (
          <Button size="large" block disabled={change.isPending} onClick={takeBack}>
            {m.service.busy.end}
            <Text as="span" soft size="s" weight={500}>
              {m.service.busy.earliest({ minutes: leadMinutes })}
            </Text>
          </Button>
        ) : null}
      </Stack>
    </Stack>
  );
}
