import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { randomKey } from "@/domain/api/use-send";
import { addDays } from "@/domain/time/calendar-day";
import { messages as m } from "@/messages";
import { showToast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { type StaffStop, useAddStop } from "./api";
import { overlapSentence } from "./overlap";
import { planOf } from "./stop/stop-values";

interface CopyWeekDialogProps {
  truckId: string;
  /** The stops of the week that is shown. */
  stops: readonly StaffStop[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCopied: () => void;
}

/** Copies the stops of a week to the next one. Those of a series come by themselves, cancelled ones do not. */
export function CopyWeekDialog(props: CopyWeekDialogProps) {
  const { truckId, stops, open, onOpenChange, onCopied } = props;
  const copied = stops.filter(({ status, seriesId }) => status !== "cancelled" && !seriesId);
  const { mutateAsync } = useAddStop(truckId);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState("");

  async function handleCopy() {
    setProblem("");
    let left = 0;
    try {
      for (const [index, stop] of copied.entries()) {
        setProgress(index + 1);
        left += Number(!(await isAdded(stop)));
      }
      const counts = { copied: copied.length - left, left };
      showToast({ type: "success", message: m.schedule.copyWeek.doneSome(counts) });
      onOpenChange(false);
      onCopied();
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setProgress(null);
    }
  }

  /** False when another stop is in the way, also one that an earlier try has copied. */
  async function isAdded(stop: StaffStop): Promise<boolean> {
    try {
      const body = { ...planOf(stop), date: addDays(stop.date, 7) };
      await mutateAsync({ body, key: randomKey() });
      return true;
    } catch (error) {
      if (overlapSentence(error) !== null) return false;
      throw error;
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.schedule.copyWeek.title}
      confirmLabel={m.common.copy}
      pending={progress !== null}
      onConfirm={() => void handleCopy()}
    >
      <p>{m.schedule.copyWeek.done({ count: copied.length })}</p>
      <p role="status">
        {progress === null
          ? problem
          : m.schedule.copyWeek.running({ number: progress, count: copied.length })}
      </p>
    </ConfirmDialog>
  );
}
