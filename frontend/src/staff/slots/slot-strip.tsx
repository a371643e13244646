import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import type { Stop } from "@/domain/schedule/present-schedule";
import { messages as m } from "@/messages";
import { useNow } from "@/ui/browser/use-now";
import { Button } from "@/ui/controls/button";
import { Skeleton } from "@/ui/feedback/skeleton";
import { slotLoadsQuery } from "./api";
import { RaiseCapacity } from "./raise-capacity";
import { SlotBars } from "./slot-bars";
import { slotsFrom } from "./slot-words";
import styles from "./slots.module.css";
import { SlotsFailure, SlotsStale } from "./slots-failure";
import { usePresentStop } from "./use-present-stop";

/** How full the coming slots are at the stop where the truck is, or that takes pre-orders. */
export function SlotStrip({ truck }: { truck: StaffTruck }) {
  const stop = usePresentStop(truck);
  return stop ? <StopStrip key={stop._id} truckId={truck._id} stop={stop} /> : null;
}

function StopStrip({ truckId, stop }: { truckId: string; stop: Stop }) {
  const now = useNow();
  const { data: loads, error, refetch } = useQuery(slotLoadsQuery(truckId, stop._id));
  const [isRaising, setRaising] = useState(false);
  if (!loads) {
    return error ? (
      <SlotsFailure error={error} onRetry={() => void refetch()} />
    ) : (
      <div role="status">
        <span className="visually-hidden">{m.staff.slots.loading}</span>
        <Skeleton height="5rem" />
      </div>
    );
  }
  // Without a limit nothing can be full.
  if (loads.slotCapacity === null) return null;
  return (
    <section
      aria-label={m.staff.slots.pickupSlotsAt({ place: stop.place.name })}
      className={styles.section}
    >
      <div className={styles.head}>
        <p className={styles.soft}>{m.staff.slots.pickupSlotsAt({ place: stop.place.name })}</p>
        <Button aria-haspopup="dialog" onClick={() => setRaising(true)}>
          {m.staff.slots.moreCapacity}
        </Button>
      </div>
      <SlotsStale error={error} />
      <SlotBars loads={loads} slots={slotsFrom(loads, now)} layout="strip" />
      <RaiseCapacity
        truckId={truckId}
        stop={stop}
        capacity={loads.slotCapacity}
        open={isRaising}
        onOpenChange={setRaising}
      />
    </section>
  );
}
