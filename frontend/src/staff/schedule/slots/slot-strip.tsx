import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import type { Stop } from "@/domain/schedule/present-schedule";
import { messages as m } from "@/messages";
import { useNow } from "@/ui/browser/use-now";
import { Button } from "@/ui/controls/button";
import { Skeleton } from "@/ui/feedback/skeleton";
import { Row, Stack, Text } from "@/ui/layout";
import { hasOwnSlots, slotLoadsQuery } from "./api";
import { RaiseCapacity } from "./raise-capacity";
import { SlotBars } from "./slot-bars";
import { slotsFrom } from "./slot-words";
import { SlotsFailure, SlotsStale } from "./slots-failure";
import { usePresentStop } from "./use-present-stop";

/** How full the coming slots are: where the truck is or takes pre-orders, or of a truck that is always open. */
export function SlotStrip({ truck }: { truck: StaffTruck }) {
  const stop = usePresentStop(truck);
  if (!stop && !hasOwnSlots(truck)) return null;
  return <LoadStrip key={stop?._id} truckId={truck._id} stop={stop} />;
}

function LoadStrip({ truckId, stop }: { truckId: string; stop: Stop | null }) {
  const now = useNow();
  const { data: loads, error, refetch } = useQuery(slotLoadsQuery(truckId, stop?._id ?? null));
  if (!loads) {
    return error ? (
      <SlotsFailure error={error} onRetry={() => void refetch()} />
    ) : (
      <div role="status">
        <span className="visually-hidden">{m.slots.loading}</span>
        <Skeleton height="5rem" />
      </div>
    );
  }
  // Without a limit nothing can be full.
  if (loads.slotCapacity === null) return null;
  const title = stop ? m.slots.titleAt({ place: stop.place.name }) : m.slots.title;
  return (
    <Stack as="section" gap={3} columns="fill" aria-label={title}>
      <Row gap={3} rowGap={2} align="center" justify="between">
        <Text soft size="s">
          {title}
        </Text>
        {stop ? <RaiseButton truckId={truckId} stop={stop} capacity={loads.slotCapacity} /> : null}
      </Row>
      <SlotsStale error={error} />
      <SlotBars loads={loads} slots={slotsFrom(loads, now)} layout="strip" />
    </Stack>
  );
}

type RaiseButtonProps = Pick<ComponentProps<typeof RaiseCapacity>, "truckId" | "stop" | "capacity">;

function RaiseButton(props: RaiseButtonProps) {
  const [isRaising, setRaising] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setRaising(true)}>
        {m.slots.raise.action}
      </Button>
      <RaiseCapacity {...props} open={isRaising} onOpenChange={setRaising} />
    </>
  );
}
