import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { FormDrawer } from "@/forms/leaving/form-drawer";
import { messages as m } from "@/messages";
import styles from "@/staff/orders/board/orders-board.module.css";
import { CountsPanel } from "@/staff/schedule/counts/counts-panel";
import { usePresentStop } from "@/staff/schedule/slots/api";
import { Button } from "@/ui/controls/button";
import { Row, Stack } from "@/ui/layout";
import { BusyPanel } from "./busy-panel";
import { CapacityPanel } from "./capacity-panel";
import { OrderingBars } from "./ordering-bars";
import { PausePanel } from "./pause-panel";
import { SoldOutPanel } from "./sold-out-panel";
import { stockOf } from "./stock";

const panels = () =>
  ({
    pause: m.service.pause.title,
    busy: m.service.busy.title,
    soldOut: m.common.soldOut,
    counts: m.common.counts,
    capacity: m.capacity.title,
  }) as const;
type Panel = keyof ReturnType<typeof panels>;

/** What the kitchen switches while it works: pause, more time, what has run out, how many are left, how much it makes. */
export function AvailabilityControls({ truck }: { truck: StaffTruck }) {
  // The last one stays while its drawer slides away.
  const [panel, setPanel] = useState<Panel>("pause");
  const [open, setOpen] = useState(false);
  const soldOut = useSoldOutCount(truck._id);
  const stop = usePresentStop(truck);
  // Each stop has a capacity of its own.
  const isAlwaysOpen = truck.scheduleMode === "always";
  const close = () => setOpen(false);

  function show(next: Panel): void {
    setPanel(next);
    setOpen(true);
  }

  return (
    <Stack as="section" gap={3} marginBottom={5} aria-label={m.service.label}>
      <OrderingBars truck={truck} />
      <Row gap={2} className={styles.row}>
        <Button aria-haspopup="dialog" onClick={() => show("pause")}>
          {m.service.pause.title}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => show("busy")}>
          {m.service.busy.title}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => show("soldOut")}>
          {m.service.soldOut.button({ soldOutText: soldOut > 0 ? ` (${soldOut})` : "" })}
        </Button>
        {stop ? (
          <Button aria-haspopup="dialog" onClick={() => show("counts")}>
            {m.common.counts}
          </Button>
        ) : null}
        {isAlwaysOpen ? (
          <Button aria-haspopup="dialog" onClick={() => show("capacity")}>
            {m.capacity.title}
          </Button>
        ) : null}
      </Row>
      <FormDrawer open={open} onClose={close} title={panels()[panel]}>
        {panel === "pause" ? <PausePanel truck={truck} onDone={close} /> : null}
        {panel === "busy" ? <BusyPanel truck={truck} onDone={close} /> : null}
        {panel === "soldOut" ? <SoldOutPanel truck={truck} /> : null}
        {panel === "counts" && stop ? <CountsPanel truckId={truck._id} stop={stop} /> : null}
        {panel === "capacity" ? <CapacityPanel truck={truck} onDone={close} /> : null}
      </FormDrawer>
    </Stack>
  );
}

function useSoldOutCount(truckId: string): number {
  const { data: menu = [] } = useQuery(staffMenuQuery(truckId));
  return stockOf(menu).filter(({ isAvailable }) => !isAvailable).length;
}
