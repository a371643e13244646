import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffTruck } from "@/domain/api/staff-types";
import type { Stop } from "@/domain/schedule/current-stops";
import { messages as m } from "@/messages";
import { hasOwnSlots, slotLoadsQuery, usePresentStop } from "@/staff/schedule/api";
import { useNow } from "@/ui/browser/use-now";
import { Skeleton } from "@/ui/feedback/skeleton";
import { ChevronDownIcon } from "@/ui/icons/form-icons";
import { Row, Stack, Text } from "@/ui/layout";
import { RaiseButton } from "./raise-capacity";
import { slotLine, slotsFrom } from "./slot-words";
import styles from "./slots.module.css";
import { SlotBars, SlotsFailure, SlotsStale } from "./slots-sheet";

/** How full the coming slots are: where the truck is or takes pre-orders, or of a truck that is always open. */
export function SlotStrip({ truck }: { truck: StaffTruck }) {
  const stop = usePresentStop(truck);
  if (!stop && !hasOwnSlots(truck)) return null;
  return <LoadStrip key={stop?._id} truckId={truck._id} stop={stop} />;
}

function LoadStrip({ truckId, stop }: { truckId: string; stop: Stop | null }) {
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const { data: loads, error, refetch } = useQuery(slotLoadsQuery(truckId, stop?._id ?? null));
  if (!loads) {
    return error ? (
      <SlotsFailure error={error} onRetry={() => void refetch()} />
    ) : (
      <div role="status">
        <span className="visually-hidden">{m.slots.loading}</span>
        <Skeleton height="2.75rem" />
      </div>
    );
  }
  // Without a limit nothing can be full.
  if (loads.slotCapacity === null) return null;
  const title = stop ? m.slots.titleAt({ place: stop.place.name }) : m.slots.title;
  const slots = slotsFrom(loads, now);
  const [running] = slots;
  return (
    <Stack as="section" gap={2} columns="fill" aria-label={title}>
      <Row
        full
        radius="control"
        textAlign="start"
        as="button"
        type="button"
        gap={3}
        rowGap={0}
        align="center"
        justify="between"
        target
        className={styles.fold}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Text as="span" soft size="s">
          {title}
        </Text>
        <Row as="span" gap={2} align="center" oneLine>
          {running ? (
            <Text as="span" size="s" weight={650} tabular>
              {slotLine(running, loads)}
            </Text>
          ) : null}
          <ChevronDownIcon size={18} />
        </Row>
      </Row>
      <SlotsStale error={error} />
      {isOpen ? (
        <>
          <SlotBars loads={loads} slots={slots} layout="strip" />
          {stop ? (
            <Row justify="end">
              <RaiseButton truckId={truckId} stop={stop} capacity={loads.slotCapacity} />
            </Row>
          ) : null}
        </>
      ) : null}
    </Stack>
  );
}
