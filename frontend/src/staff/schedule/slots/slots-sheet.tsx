import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { errorMessage } from "@/domain/api/errors";
import { formatTimeOfDay } from "@/domain/time/time-words";
import { messages as m } from "@/messages";
import type { StaffStop } from "@/staff/schedule/api";
import { type SlotLoad, type SlotLoads, slotLoadsQuery } from "@/staff/schedule/api";
import { Badge } from "@/ui/content/badge";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Skeleton } from "@/ui/feedback/skeletons";
import { Box, Stack, Text } from "@/ui/layout";
import { fullnessWords, loadWords } from "./slot-words-and-slots-from-now";
import styles from "./slots.module.css";

/** How full each slot of a stop is. */
export function SlotsSheet({ truckId, stop }: { truckId: string; stop: StaffStop }) {
  const { data: loads, error, refetch } = useQuery(slotLoadsQuery(truckId, stop._id));
  if (loads) {
    const { slotCapacity, onlineCapacity } = loads;
    return (
      <Stack as="section" gap={3} columns="fill" aria-label={m.slots.title}>
        <SlotsStale error={error} />
        <Text soft size="s">
          {slotCapacity === null || onlineCapacity === null
            ? m.slots.noLimitHint
            : m.slots.eachTakes({ capacity: slotCapacity, online: onlineCapacity })}
        </Text>
        <SlotBars loads={loads} slots={loads.slots} layout="list" />
      </Stack>
    );
  }
  return error ? (
    <SlotsFailure error={error} onRetry={() => void refetch()} />
  ) : (
    <div role="status">
      <span className="visually-hidden">{m.slots.loading}</span>
      <Skeleton height="16rem" />
    </div>
  );
}

interface SlotBarsProps {
  loads: SlotLoads;
  slots: readonly SlotLoad[];
  /** In one line that scrolls sideways, or one below the other. */
  layout: "strip" | "list";
}

/** Each slot with its time, how full it is as a bar and in numbers, and a word where it is full. */
export function SlotBars({ loads, slots, layout }: SlotBarsProps) {
  const { slotCapacity, timezone } = loads;
  return (
    <ul
      className={styles[layout]}
      aria-label={m.slots.title}
      // A list that scrolls is reached by the keyboard.
      tabIndex={layout === "strip" ? 0 : undefined}
    >
      {slots.map((slot) => {
        const fullness = fullnessWords(slot, slotCapacity);
        return (
          <li key={slot.at} className={styles.slot} data-over={isOver(slot, slotCapacity)}>
            <Text as="time" weight={650} tabular nowrap dateTime={slot.at}>
              {formatTimeOfDay(new Date(slot.at), timezone)}
            </Text>
            {slotCapacity === null ? null : (
              <Box
                as="span"
                block
                full
                className={styles.bar}
                style={{ "--load": Math.min(slot.used / slotCapacity, 1) } as CSSProperties}
              />
            )}
            <Text as="span" size="s" tabular nowrap className={styles.load}>
              {loadWords(slot, slotCapacity)}
            </Text>
            {fullness ? (
              <Badge tone={isOver(slot, slotCapacity) ? "danger" : "neutral"}>{fullness}</Badge>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function isOver({ used }: SlotLoad, capacity: SlotLoads["slotCapacity"]): boolean {
  return capacity !== null && used > capacity;
}

/** Says beside what works without them that the slots did not load. */
export function SlotsFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      role="alert"
      title={m.slots.failed}
      action={<Button onClick={onRetry}>{m.common.tryAgain}</Button>}
    >
      <p>{errorMessage(error)}</p>
    </Notice>
  );
}

/** Says of what is shown that it could not be read again. */
export function SlotsStale({ error }: { error: Error | null }) {
  if (!error) return null;
  const title = m.slots.failedStale({ reason: errorMessage(error) });
  return <Notice tone="warning" role="alert" title={title} />;
}
