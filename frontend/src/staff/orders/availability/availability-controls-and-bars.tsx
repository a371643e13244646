import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import * as v from "valibot";
import { errorMessage } from "@/domain/api/errors";
import type { StaffTruck } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { presentTime } from "@/domain/time/server-clock";
import { applyTruck, staffTrucksQuery } from "@/domain/trucks/staff-truck-queries";
import { SectionForm } from "@/forms/section-form";
import { FormDrawer } from "@/forms/unsaved-guard-and-form-drawer";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import styles from "@/staff/orders/board/orders-board.module.css";
import { useLoadedStop } from "@/staff/schedule/api";
import { typedUnits } from "@/staff/schedule/capacity/capacity-units";
import { TruckUnitsField } from "@/staff/schedule/capacity/ten-minute-limit-and-hourly-preview";
import { CountsPanel } from "@/staff/schedule/counts/correct-counts-panel";
import { changeSettings } from "@/staff/trucks/api";
import { useRefetchAfter } from "@/ui/browser/use-refetch-after";
import { useParamOnce } from "@/ui/browser/with-params-and-param-once";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { showToast } from "@/ui/feedback/toast";
import { Row, Text } from "@/ui/layout";
import {
  BusyPanel,
  busyMessage,
  NO_LONGER_BUSY,
  PausePanel,
  pauseMessage,
  RESUMED,
  useTruckSettings,
} from "./pause-and-busy";
import { stockOf } from "./sold-out-items-and-options";
import { SoldOutPanel } from "./sold-out-panel";

const panels = () =>
  ({
    pause: m.service.pause.title,
    busy: m.service.busy.title,
    soldOut: m.common.soldOut,
    counts: m.common.counts,
    capacity: m.capacity.title,
  }) as const;
type Panel = keyof ReturnType<typeof panels>;

function panelOf(name: string | null): Panel | null {
  return name !== null && name in panels() ? (name as Panel) : null;
}

export const SERVICE_MENU = "service-menu";

interface AvailabilityControlsProps {
  truck: StaffTruck;
  /** Of a menu that a button opens; undefined where the controls stand open. */
  folded?: boolean;
  /** More buttons of the same menu. */
  children?: ReactNode;
}

/** What the kitchen switches while it works: pause, more time, what has run out, how many are left, how much it makes. */
export function AvailabilityControls({ truck, folded, children }: AvailabilityControlsProps) {
  const named = panelOf(useParamOnce("panel"));
  // The last one stays while its drawer slides away.
  const [panel, setPanel] = useState<Panel>(named ?? "pause");
  const [open, setOpen] = useState(named !== null);
  const soldOut = useSoldOutCount(truck._id);
  const { stop, isLoading } = useLoadedStop(truck);
  const lacksStop = panel === "counts" && stop === null;
  // Else the counts would slide in by themselves when the next stop begins.
  if (open && lacksStop && !isLoading) setOpen(false);
  // Each stop has a capacity of its own.
  const isAlwaysOpen = truck.scheduleMode === "always";
  const close = () => setOpen(false);

  function show(next: Panel): void {
    setPanel(next);
    setOpen(true);
  }

  return (
    <section aria-label={m.service.label} className={styles.controls}>
      <div className={styles.bars}>
        <OrderingBars truck={truck} />
      </div>
      <Row
        gap={2}
        id={SERVICE_MENU}
        hidden={folded === true}
        className={classNames(styles.row, folded === undefined ? styles.open : styles.menu)}
      >
        <Button aria-haspopup="dialog" onClick={() => show("pause")}>
          {m.service.pause.title}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => show("busy")}>
          {m.service.busy.title}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => show("soldOut")}>
          {m.service.soldOut.button({ count: soldOut })}
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
        {children}
      </Row>
      <FormDrawer open={open && !lacksStop} onClose={close} title={panels()[panel]}>
        {panel === "pause" ? <PausePanel truck={truck} onDone={close} /> : null}
        {panel === "busy" ? <BusyPanel truck={truck} onDone={close} /> : null}
        {panel === "soldOut" ? <SoldOutPanel truck={truck} /> : null}
        {panel === "counts" && stop ? <CountsPanel truckId={truck._id} stop={stop} /> : null}
        {panel === "capacity" ? <CapacityPanel truck={truck} onDone={close} /> : null}
      </FormDrawer>
    </section>
  );
}

/** How many of the switches are on: what the button of the menu shows while the menu is folded. */
export function useSwitchedOn(truck: StaffTruck): number {
  const now = presentTime();
  const isSoldOut = useSoldOutCount(truck._id) > 0;
  return [pauseMessage(truck, now), busyMessage(truck, now), isSoldOut].filter(Boolean).length;
}

function useSoldOutCount(truckId: string): number {
  const { data: menu = [] } = useQuery(staffMenuQuery(truckId));
  return stockOf(menu).filter(({ isAvailable }) => !isAvailable).length;
}

/** Says, as long as it is so, that customers cannot order or have to wait longer, and ends it with one tap. */
function OrderingBars({ truck }: { truck: StaffTruck }) {
  const { settings } = truck;
  const change = useTruckSettings(truck._id);
  const reread = useRereadTrucks();
  useRefetchAfter(settings.pausedUntil, reread, true);
  useRefetchAfter(settings.extraLeadUntil, reread, true);
  const now = presentTime();
  const paused = pauseMessage(truck, now);
  const busy = busyMessage(truck, now);
  return (
    <>
      {paused ? (
        <NoticeBar
          tone="warning"
          action={
            <Button
              busy={change.isPending}
              onClick={() =>
                change.mutate({
                  patch: RESUMED,
                  failed: m.service.pause.endFailed,
                })
              }
            >
              {m.service.pause.end}
            </Button>
          }
        >
          {paused}
          {settings.notAcceptingReason ? (
            <Text as="span" weight={500}>
              {" "}
              {m.service.pause.customersRead({
                reason: settings.notAcceptingReason,
              })}
            </Text>
          ) : null}
        </NoticeBar>
      ) : null}
      {busy ? (
        <NoticeBar
          tone="info"
          action={
            <Button
              busy={change.isPending}
              onClick={() =>
                change.mutate({
                  patch: NO_LONGER_BUSY,
                  failed: m.service.busy.endFailed,
                })
              }
            >
              {m.service.busy.end}
            </Button>
          }
        >
          {busy}
        </NoticeBar>
      ) : null}
    </>
  );
}

/** Asks the server how its trucks stand now. */
function useRereadTrucks(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: staffTrucksQuery().queryKey });
}

const schema = v.object({ unitsPerTenMinutes: typedUnits });

/** How much the kitchen of a truck that is always open makes in ten minutes. */
function CapacityPanel({ truck, onDone }: { truck: StaffTruck; onDone: () => void }) {
  const client = useQueryClient();
  const record = useRecordForm({
    record: truck,
    blank: { unitsPerTenMinutes: "" },
    valuesOf: ({ settings }) => ({ unitsPerTenMinutes: String(settings.unitsPerTenMinutes ?? "") }),
    schema,
    save: (_base, sent) => changeSettings(truck._id, sent),
    explain: (error) => m.capacity.failed({ reason: errorMessage(error) }),
    onStored: (saved) => applyTruck(client, saved),
    onSaved: () => {
      showToast({ type: "success", message: m.capacity.saved });
      onDone();
    },
  });
  const { form } = record;
  return (
    <SectionForm
      record={record}
      label={m.capacity.title}
      save={m.common.save}
      saving={m.common.savingDots}
    >
      <TruckUnitsField
        truckId={truck._id}
        typed={useWatch({ control: form.control, name: "unitsPerTenMinutes" })}
        error={form.formState.errors.unitsPerTenMinutes?.message}
        input={form.register("unitsPerTenMinutes")}
      />
    </SectionForm>
  );
}
