import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { SettingsRequest } from "@/domain/api/limits.gen";
import type { StaffTruck, TruckSettings } from "@/domain/api/staff-types";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel, formatTimeOfDay } from "@/domain/time/time-words";
import { minutesFromNow, parseInstant } from "@/domain/time/wall-clock";
import { applyTruck, staffTrucksQuery } from "@/domain/trucks/staff-truck-queries";
import { messages as m } from "@/messages";
import styles from "@/staff/orders/board/orders-board.module.css";
import { useOptimisticChange } from "@/staff/shared/use-optimistic-change";
import { changeSettings } from "@/staff/trucks/api";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";

/** What the kitchen changes from minute to minute; what is left out stays. */
export type SettingsPatch = Partial<
  Pick<
    TruckSettings,
    "acceptingOrders" | "notAcceptingReason" | "pausedUntil" | "extraLeadMinutes" | "extraLeadUntil"
  >
>;

type Ordering = Pick<StaffTruck, "acceptingOrders" | "settings" | "timezone">;

/** The bar over the orders while ordering is paused; null while it is not. */
export function pauseMessage(truck: Ordering, now: Date): string | null {
  const { settings, acceptingOrders, timezone } = truck;
  if (!settings.acceptingOrders) return m.service.state.paused;
  const end = parseInstant(settings.pausedUntil);
  // Whether the pause still runs is for the server's clock to say.
  if (!end || acceptingOrders) return null;
  return m.service.state.pausedUntil({
    end: clockLabel(end, timezone, now),
  });
}

/** The bar while pickups take longer than usual; null while they do not. */
export function busyMessage({ settings, timezone }: Ordering, now: Date): string | null {
  const { leadMinutes, extraLeadMinutes, extraLeadUntil } = settings;
  if (extraLeadMinutes === 0) return null;
  const end = parseInstant(extraLeadUntil);
  const times = { minutes: leadMinutes + extraLeadMinutes, usualMinutes: leadMinutes };
  return end
    ? m.service.state.busyUntil({ end: clockLabel(end, timezone, now), ...times })
    : m.service.state.busy(times);
}

export function pausePatch(until: Date | null, reason: string): SettingsPatch {
  return {
    // A pause that ends by itself leaves the switch on; the other kind is the switch.
    acceptingOrders: until !== null,
    pausedUntil: until?.toISOString() ?? null,
    notAcceptingReason: reason.trim() || null,
  };
}

export const RESUMED: SettingsPatch = {
  acceptingOrders: true,
  pausedUntil: null,
  notAcceptingReason: null,
};

export function busyPatch(minutes: number, until: Date | null): SettingsPatch {
  return { extraLeadMinutes: minutes, extraLeadUntil: until?.toISOString() ?? null };
}

export const NO_LONGER_BUSY: SettingsPatch = { extraLeadMinutes: 0, extraLeadUntil: null };

/** The truck as it will be once the server agrees. */
export function withSettings(truck: StaffTruck, patch: SettingsPatch): StaffTruck {
  const settings = { ...truck.settings, ...patch };
  return {
    ...truck,
    settings,
    acceptingOrders: settings.acceptingOrders && settings.pausedUntil === null,
  };
}

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

const PAUSE_MINUTES = [10, 20, 30];

const reasons = () => [
  m.service.pause.reasons.catchingUp,
  m.service.pause.reasons.break,
  m.service.pause.reasons.moving,
];

/** One tap pauses; the reason is for customers and can be left out. */
export function PausePanel({ truck, onDone }: { truck: StaffTruck; onDone: () => void }) {
  const [reason, setReason] = useState(truck.settings.notAcceptingReason ?? "");
  const change = useTruckSettings(truck._id);
  const now = presentTime();

  function pause(until: Date | null): void {
    const patch = pausePatch(until, reason);
    // Open until the answer: a pause that failed must not look like one.
    change.mutate({ patch, failed: m.service.pause.failed }, { onSuccess: onDone });
  }

  return (
    <Stack gap={4}>
      <Text soft>{m.service.pause.hint}</Text>
      <Field label={m.service.pause.reason}>
        <TextInput
          value={reason}
          maxLength={SettingsRequest.notAcceptingReason.maxLength}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Row gap={2} className={styles.suggestions}>
        {reasons().map((suggestion) => (
          <Button key={suggestion} variant="quiet" onClick={() => setReason(suggestion)}>
            {suggestion}
          </Button>
        ))}
      </Row>
      <Stack gap={3} className={styles.choices}>
        {PAUSE_MINUTES.map((minutes) => {
          const until = minutesFromNow(minutes, now);
          return (
            <Button
              key={minutes}
              size="large"
              block
              disabled={change.isPending}
              onClick={() => pause(minutesFromNow(minutes, presentTime()))}
            >
              {m.service.pause.forMinutes({ minutes })}
              <Text as="span" soft size="s" weight={500}>
                {m.service.pause.endsAt({ time: formatTimeOfDay(until, truck.timezone) })}
              </Text>
            </Button>
          );
        })}
        <Button size="large" block disabled={change.isPending} onClick={() => pause(null)}>
          {m.service.pause.untilResumed}
        </Button>
      </Stack>
    </Stack>
  );
}

interface SettingsChange {
  patch: SettingsPatch;
  /** What did not happen, when it fails: "Failed to pause ordering: The network is down." */
  failed: (reason: { errorMessage: string }) => string;
}

/**
 * Changes the truck's settings: shown at once, then replaced by what the server made of it. A wish
 * says what shall be, so that the same one twice is one.
 */
export function useTruckSettings(truckId: string) {
  const client = useQueryClient();
  return useOptimisticChange({
    queryKey: staffTrucksQuery().queryKey,
    // One after the other: the last tap is what stays.
    scope: `settings-${truckId}`,
    send: async ({ patch }: SettingsChange) =>
      applyTruck(client, await changeSettings(truckId, patch)),
    show: (trucks, { patch }) =>
      trucks.map((truck) => (truck._id === truckId ? withSettings(truck, patch) : truck)),
    failed: (error, { failed }) => failed({ errorMessage: errorMessage(error) }),
  });
}
