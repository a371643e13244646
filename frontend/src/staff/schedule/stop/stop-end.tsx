import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { useLeaveForm } from "@/forms/leaving/unsaved-guard";
import { messages as m } from "@/messages";
import { disruptionsQuery } from "@/staff/disruptions/api";
import { PlanDrawer } from "@/staff/disruptions/plan-drawer";
import {
  type SeriesScope,
  type StaffStop,
  useChangeStop,
  useDeleteFromSeries,
  useDeleteStop,
} from "@/staff/schedule/api";
import styles from "@/staff/schedule/schedule.module.css";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { Textarea } from "@/ui/inputs/text-input";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

interface StopEndProps {
  truckId: string;
  stop: StaffStop;
  onCopy: (stop: StaffStop) => void;
  onDone: () => void;
}

/** What else is done about a stop: copy it, cancel it or put it back, delete it. */
export function StopEnd(props: StopEndProps) {
  const { stop, onCopy } = props;
  const isOver = stop.state === "ended";
  const leave = useLeaveForm();
  return (
    <section aria-label={m.staff.schedule.moreAboutStop} className={styles.end}>
      <Button onClick={() => leave(() => onCopy(stop))}>{m.staff.schedule.copyStop}</Button>
      <PlanButton {...props} />
      {isOver ? null : <CancelStop {...props} />}
      {stop.orders === 0 ? <DeleteStop {...props} /> : null}
    </section>
  );
}

/**
 * For a stop that customers have ordered for: they are told, and refunded where that is due. Of a stop that takes no
 * change any more, all staff see how far the last one is, and whom to call.
 */
function PlanButton({ truckId, stop }: StopEndProps) {
  const [isOpen, setOpen] = useState(false);
  const takesChanges = stop.state !== "ended" && stop.status !== "cancelled";
  const newest = useQuery(disruptionsQuery(takesChanges ? null : stop._id)).data?.[0];
  if (!takesChanges && (!newest || newest.state === "withdrawn")) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {m.staff.plan.changeOfPlan}
      </Button>
      <PlanDrawer
        truckId={truckId}
        stopId={stop._id}
        stop={takesChanges ? stop : null}
        open={isOpen}
        onOpenChange={setOpen}
      />
    </>
  );
}

/** Customers see a cancelled stop, and why, until it would have ended. */
function CancelStop({ truckId, stop, onDone }: StopEndProps) {
  const isCancelled = stop.status === "cancelled";
  const [isAsking, setAsking] = useState(false);
  const [note, setNote] = useState(stop.note);
  const { mutate, isPending, error } = useChangeStop(truckId);

  function handleChange(status: "cancelled" | "scheduled") {
    const change = { status, note: note.trim(), version: stop.version };
    const done = isCancelled ? m.staff.schedule.isBack : m.staff.schedule.isCancelled;
    mutate(
      { id: stop._id, change },
      {
        onSuccess: () => {
          showToast({ type: "success", message: done });
          onDone();
        },
      },
    );
  }

  if (isCancelled) {
    return (
      <>
        <Button busy={isPending} onClick={() => handleChange("scheduled")}>
          {m.staff.schedule.putBack}
        </Button>
        {error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
      </>
    );
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{m.staff.schedule.cancelStop}</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.staff.schedule.cancelThisStop}
        confirmLabel={m.staff.schedule.cancelStop}
        destructive
        pending={isPending}
        onConfirm={() => handleChange("cancelled")}
      >
        <Field
          label={m.staff.schedule.whyOptional}
          hint={m.staff.schedule.customersReadIt}
          error={error ? errorMessage(error) : undefined}
        >
          <Textarea
            rows={2}
            maxLength={140}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </ConfirmDialog>
    </>
  );
}

function DeleteStop({ truckId, stop, onDone }: StopEndProps) {
  const [scope, setScope] = useState<SeriesScope | null>(null);
  const single = useDeleteStop(truckId);
  const series = useDeleteFromSeries(truckId);
  const error = single.error ?? series.error;

  function finish(message: string) {
    showToast({ type: "success", message });
    onDone();
  }

  function handleDelete() {
    const { seriesId } = stop;
    if (!seriesId || scope === null) {
      single.mutate(stop._id, { onSuccess: () => finish(m.staff.schedule.deleted) });
      return;
    }
    series.mutate(
      { seriesId, stopId: stop._id, scope },
      { onSuccess: (counts) => finish(m.staff.schedule.deletedSome(counts)) },
    );
  }

  return (
    <>
      <Button variant="danger" onClick={() => setScope("one")}>
        {m.staff.schedule.deleteStop}
      </Button>
      {stop.seriesId ? (
        <Button variant="danger" onClick={() => setScope("later")}>
          {m.staff.schedule.deleteAllLater}
        </Button>
      ) : null}
      <ConfirmDialog
        open={scope !== null}
        onOpenChange={(open) => {
          if (!open) setScope(null);
        }}
        title={
          scope === "later" ? m.staff.schedule.deleteTheseStops : m.staff.schedule.deleteThisStop
        }
        confirmLabel={m.staff.schedule.delete}
        destructive
        pending={single.isPending || series.isPending}
        onConfirm={handleDelete}
      >
        <p>
          {scope === "later"
            ? m.staff.schedule.laterOnesWithoutOrdersGo
            : m.staff.schedule.itGoesFromTheCalendar}
        </p>
        {error ? <p role="alert">{errorMessage(error)}</p> : null}
      </ConfirmDialog>
    </>
  );
}
