import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { SettingsRequest } from "@/domain/api/limits.gen";
import type { StaffTruck } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { presentTime } from "@/domain/time/server-clock";
import { formatTimeOfDay } from "@/domain/time/time-words";
import { minutesFromNow } from "@/domain/time/wall-clock";
import { applyTruck, staffTrucksQuery } from "@/domain/trucks/staff-trucks";
import { FormDrawer } from "@/forms/leaving/form-drawer";
import { messages as m } from "@/messages";
import styles from "@/staff/orders/board/orders-board.module.css";
import { useLoadedStop } from "@/staff/schedule/api";
import { CountsPanel } from "@/staff/schedule/counts/counts-panel";
import { useOptimisticChange } from "@/staff/shared/use-optimistic-change";
import { changeSettings } from "@/staff/trucks/api";
import { useParamOnce } from "@/ui/browser/address-params";
import { useRefreshAfter } from "@/ui/browser/use-refresh-after";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/choices";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Row, Stack, Text } from "@/ui/layout";
import { CapacityPanel } from "./capacity-panel";
import {
  busyMessage,
  busyPatch,
  NO_LONGER_BUSY,
  pauseMessage,
  pausePatch,
  RESUMED,
  type SettingsPatch,
  withSettings,
} from "./pause-and-busy";
import { SoldOutPanel, stockOf } from "./sold-out-panel";

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
  useRefreshAfter(settings.pausedUntil, reread, true);
  useRefreshAfter(settings.extraLeadUntil, reread, true);
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
