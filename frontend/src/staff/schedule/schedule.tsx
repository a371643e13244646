import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { Loaded, together } from "@/ui/feedback/loaded";
import { placesQuery, type StaffStop, seriesQuery, stopsQuery } from "./api";
import { CopyWeekDialog } from "./copy-week-dialog";
import { DayList } from "./day-list";
import { HiddenStopsNotice, StopsModeLine } from "./mode-notice";
import { PlacesDrawer } from "./places/places-drawer";
import { ScheduleSkeleton } from "./schedule-skeleton";
import { ScheduleToolbar } from "./schedule-toolbar";
import { SkippedDays } from "./skipped-days";
import { StopDrawer } from "./stop/stop-drawer";
import type { StopDraft } from "./stop/stop-values";
import { nextDraft, planToEdit, valuesOf } from "./stop/stop-values";
import { type SchedulePeriod, useSchedulePeriod } from "./use-schedule-period";

/** The stops of a week, or all to come, and what is done about them. */
export function Schedule({ truck }: { truck: StaffTruck }) {
  const period = useSchedulePeriod(truck.timezone);
  const stops = useQuery({
    ...stopsQuery({ truckId: truck._id, from: period.from, to: period.to }),
    placeholderData: keepPreviousData,
  });
  const places = useQuery(placesQuery(truck._id));
  const { data: series = [] } = useQuery(seriesQuery(truck._id));
  const [draft, setDraft] = useState<StopDraft | null>(null);
  const [isCopying, setCopying] = useState(false);
  const [arePlacesOpen, setPlacesOpen] = useState(false);
  const isMoving = truck.scheduleMode === "stops";
  const isReady = stops.data !== undefined && places.data !== undefined;

  function handleAdd(day?: string) {
    setDraft(nextDraft(stops.data ?? [], places.data ?? [], period.today, day));
  }

  return (
    <>
      <ScheduleToolbar
        period={period}
        onAdd={isReady ? () => handleAdd() : null}
        onCopyWeek={isReady && stops.data.length > 0 ? () => setCopying(true) : null}
        onPlaces={() => setPlacesOpen(true)}
      />
      {isMoving || !stops.data?.length ? null : <HiddenStopsNotice truck={truck} />}
      <SkippedDays series={series} />
      <Loaded
        query={together(stops, places)}
        skeleton={<ScheduleSkeleton />}
        failed={m.schedule.failed}
      >
        {([found]) => (
          <>
            <DayList
              period={period}
              stops={found}
              onAdd={handleAdd}
              onOpen={(stop: StaffStop) => setDraft({ stop, values: valuesOf(planToEdit(stop)) })}
            />
            {isMoving ? <StopsModeLine truck={truck} /> : null}
          </>
        )}
      </Loaded>
      <StopDrawer
        truck={truck}
        places={places.data ?? []}
        draft={draft}
        onDraft={setDraft}
        onShowDay={period.showDay}
      />
      <CopyWeekDialog
        truckId={truck._id}
        stops={stops.data ?? []}
        open={isCopying}
        onOpenChange={setCopying}
        onCopied={() => period.move(1)}
      />
      <PlacesDrawer
        truck={truck}
        places={places.data ?? []}
        open={arePlacesOpen}
        onOpenChange={setPlacesOpen}
      />
    </>
  );
}

export type { SchedulePeriod };
