import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { usePresentStop } from "@/staff/slots/use-present-stop";
import { Button } from "@/ui/controls/button";
import { disruptionsQuery } from "./api";
import styles from "./plan.module.css";
import { PlanBar } from "./plan-bar";
import { PlanDrawer } from "./plan-drawer";
import { useWatchedStop } from "./use-watched-stop";

/** The button for a bad day, for the stop that staff work for now, and how far its last change of plan is. */
export function ChangeOfPlan({ truck }: { truck: StaffTruck }) {
  const [open, setOpen] = useState(false);
  const present = usePresentStop(truck);
  const { stopId, forget } = useWatchedStop(truck._id, present?._id ?? null, open);
  const newest = useQuery(disruptionsQuery(stopId)).data?.[0];
  if (stopId === null) return null;
  const isPresent = stopId === present?._id;
  return (
    <div className={styles.entry}>
      {newest ? <PlanBar disruption={newest} onShow={() => setOpen(true)} /> : null}
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {m.staff.plan.changeOfPlan}
      </Button>
      <PlanDrawer
        truckId={truck._id}
        stopId={stopId}
        stop={isPresent ? present : null}
        open={open}
        onOpenChange={setOpen}
        onForget={isPresent ? null : forget}
      />
    </div>
  );
}
