import { useQuery } from "@tanstack/react-query";
import { messages as m } from "@/messages";
import type { StaffStop } from "@/staff/schedule/api";
import { Skeleton } from "@/ui/feedback/skeleton";
import { Stack, Text } from "@/ui/layout";
import { slotLoadsQuery } from "./api";
import { SlotBars } from "./slot-bars";
import { SlotsFailure, SlotsStale } from "./slots-failure";

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
