import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { useLeaveForm } from "@/forms/leaving/unsaved-guard";
import { messages as m } from "@/messages";
import {
  type SeriesScope,
  type StaffStop,
  useChangeStop,
  useDeleteFromSeries,
  useDeleteStop,
} from "@/staff/schedule/api";
import { disruptionsQuery, type Kind } from "@/staff/schedule/disruptions/api";
import { DisruptionDrawer } from "@/staff/schedule/disruptions/disruption-drawer";
import styles from "@/staff/schedule/schedule.module.css";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Row } from "@/ui/layout";
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
    <Row
      as="section"
      gap={3}
      paddingTop={5}
      marginTop={6}
      aria-label={m.schedule.stop.actions}
      className={styles.end}
    >
      <Button onClick={() => leave(() => onCopy(stop))}>{m.schedule.stop.copy}</Button>
      <PlanButtons {...props} />
      {stop.status === "cancelled" && !isOver ? <PutBack {...props} /> : null}
      {stop.orders === 0 ? <DeleteStop {...props} /> : null}
    </Row>
  );
}

/**
 * Customers are told of a change, and refunded where that is due; to cancel a stop is one of the changes. Of a stop
 * that takes no change any more, all staff see how far the last one is, and whom to call.
 */
function PlanButtons({ truckId, stop }: StopEndProps) {
  const [isOpen, setOpen] = useState(false);
  const [kind, setKind] = useState<Kind>();
  const takesChanges = stop.state !== "ended" && stop.status !== "cancelled";
  const newest = useQuery(disruptionsQuery(takesChanges ? null : stop._id)).data?.[0];
  const open = (chosen?: Kind) => {
    setKind(chosen);
    setOpen(true);
  };
  if (!takesChanges && (!newest || newest.state === "withdrawn")) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => open()}>
        {m.plan.title}
      </Button>
      {takesChanges ? (
        <Button aria-haspopup="dialog" onClick={() => open("cancelled")}>
          {m.schedule.cancel.action}
        </Button>
      ) : null}
      <DisruptionDrawer
        truckId={truckId}
        stopId={stop._id}
        stop={takesChanges ? stop : null}
        kind={kind}
        open={isOpen}
        onOpenChange={setOpen}
      />
    </>
  );
}

/** A cancelled stop can be put back until it would have ended. */
function PutBack({ truckId, stop, onDone }: StopEndProps) {
  const { mutateAsync, isPending, error } = useChangeStop(truckId);

  function handlePutBack() {
    const change = { status: "scheduled", version: stop.version } as const;
    whenDone(mutateAsync({ id: stop._id, change }, { onSuccess: onDone }), {
      onSuccess: () => showToast({ type: "success", message: m.schedule.cancel.undone }),
      onError: () => undefined, // shown beside the button
    });
  }

  return (
    <>
      <Button busy={isPending} onClick={handlePutBack}>
        {m.schedule.cancel.undo}
      </Button>
      {error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
    </>
  );
}

function DeleteStop({ truckId, stop, onDone }: StopEndProps) {
  const [scope, setScope] = useState<SeriesScope | null>(null);
  const single = useDeleteStop(truckId);
  const series = useDeleteFromSeries(truckId);
  const error = single.error ?? series.error;

  function handleDelete() {
    const { seriesId } = stop;
    if (!seriesId || scope === null) {
      whenDone(single.mutateAsync(stop._id, { onSuccess: onDone }), {
        onSuccess: () => showToast({ type: "success", message: m.schedule.delete.done }),
        onError: () => undefined, // shown beside the button
      });
      return;
    }
    const call = { seriesId, stopId: stop._id, scope };
    whenDone(series.mutateAsync(call, { onSuccess: onDone }), {
      onSuccess: (counts) =>
        showToast({ type: "success", message: m.schedule.delete.doneMany(counts) }),
      onError: () => undefined, // shown beside the button
    });
  }

  return (
    <>
      <Button variant="danger" onClick={() => setScope("one")}>
        {m.schedule.delete.action}
      </Button>
      {stop.seriesId ? (
        <Button variant="danger" onClick={() => setScope("later")}>
          {m.schedule.delete.allLater}
        </Button>
      ) : null}
      <ConfirmDialog
        open={scope !== null}
        onOpenChange={(open) => {
          if (!open) setScope(null);
        }}
        title={scope === "later" ? m.schedule.delete.titleMany : m.schedule.delete.title}
        confirmLabel={m.common.delete}
        destructive
        pending={single.isPending || series.isPending}
        onConfirm={handleDelete}
      >
        <p>{scope === "later" ? m.schedule.delete.hintMany : m.schedule.delete.hint}</p>
        {error ? <p role="alert">{errorMessage(error)}</p> : null}
      </ConfirmDialog>
    </>
  );
}
