import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { ApiError } from "@/domain/api/errors";
import { useIdempotencyKey } from "@/domain/api/use-idempotency-key";
import type { Stop } from "@/domain/schedule/present-schedule";
import { showFailure } from "@/forms/show-failure";
import { messages as m } from "@/messages";
import type { Place } from "@/staff/schedule/api";
import { overlapSentence } from "@/staff/schedule/stop/overlap-sentence";
import {
  applyDisruption,
  type Disruption,
  type Kind,
  type Plan,
  type Preview,
  previewPlan,
  startPlan,
} from "./api";
import { firstValues, type PlanValues, planOf } from "./plan-values";

/** A plan that can be started, and what it would do. */
export interface Previewed {
  plan: Plan;
  preview: Preview;
  /** Facts have changed since the preview that was started from. */
  isRenewed: boolean;
}

export interface PlanSteps {
  form: UseFormReturn<PlanValues>;
  previewed: Previewed | null;
  /** What is wrong beside the fields. */
  problem: string;
  startProblem: string;
  isStarting: boolean;
  showPreview: (kind: Kind) => Promise<void>;
  start: () => Promise<void>;
  /** Back to the fields. */
  edit: () => void;
}

/** A change of plan of a stop until its start: the form, the preview, and what the server refuses. */
export function usePlan(stop: Stop, others: readonly Place[]): PlanSteps {
  const client = useQueryClient();
  const keyFor = useIdempotencyKey();
  const form = useForm<PlanValues>({ defaultValues: firstValues(stop, "", new Date()) });
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const [problem, setProblem] = useState("");
  const [startProblem, setStartProblem] = useState("");
  const [isStarting, setStarting] = useState(false);

  /** Another change of plan is under way: it is shown instead. */
  function showRunning(error: unknown): boolean {
    const running = bodyOf(error, "disruption_running")?.disruption;
    if (running) applyDisruption(client, running as Disruption);
    return running !== undefined;
  }

  async function showPreview(kind: Kind) {
    setProblem("");
    const values = form.getValues();
    const placeId = values.placeId || (others[0]?._id ?? "");
    const plan = planOf(kind, { ...values, placeId }, stop);
    try {
      const preview = await previewPlan(stop._id, plan);
      setStartProblem("");
      setPreviewed({ plan, preview, isRenewed: false });
    } catch (error) {
      if (showRunning(error)) return;
      setProblem(
        overlapSentence(error) ?? showFailure(form, error, m.staff.plan.previewDidNotLoad),
      );
    }
  }

  async function start() {
    if (!previewed) return;
    setStarting(true);
    setStartProblem("");
    const plan = { ...previewed.plan, digest: previewed.preview.digest };
    const key = keyFor(JSON.stringify(plan));
    try {
      applyDisruption(client, await startPlan(stop._id, plan, key.value));
      key.release();
    } catch (error) {
      key.releaseAfter(error);
      handleRefusal(error, previewed);
    } finally {
      setStarting(false);
    }
  }

  function handleRefusal(error: unknown, from: Previewed) {
    if (showRunning(error)) return;
    const renewed = bodyOf(error, "preview_outdated")?.preview;
    if (renewed) setPreviewed({ ...from, preview: renewed as Preview, isRenewed: true });
    else
      setStartProblem(overlapSentence(error) ?? showFailure(form, error, m.staff.plan.notStarted));
  }

  return {
    form,
    previewed,
    problem,
    startProblem,
    isStarting,
    showPreview,
    start,
    edit: () => setPreviewed(null),
  };
}

function bodyOf(error: unknown, code: string): Record<string, unknown> | null {
  if (!(error instanceof ApiError) || error.code !== code) return null;
  return error.body as Record<string, unknown>;
}
