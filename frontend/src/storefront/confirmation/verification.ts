import { ApiError } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import type { ConfirmedOrder, VerifyAnswer } from "./api";

/** What the confirmation page knows about a payment. */
export type Verification =
  | { state: "waiting"; processing: boolean }
  | { state: "failed"; message: string }
  /** The provider has decided, and no money has moved. */
  | { state: "unpaid" }
  | { state: "confirmed"; status: string; order: ConfirmedOrder };

/** A card or a bank's check that failed, and a payment that was cancelled: the provider says that nothing was charged. */
const UNPAID: ReadonlySet<string> = new Set(["requires_payment_method", "canceled"]);

export function readAnswer(answer: VerifyAnswer | null): Verification {
  if (answer?.status === "processing") return { state: "waiting", processing: true };
  if (answer?.status === "succeeded" && answer.order) {
    return { state: "confirmed", status: answer.status, order: answer.order };
  }
  if (answer && UNPAID.has(answer.status)) return { state: "unpaid" };
  return {
    state: "failed",
    message: m.confirmation.failed.incomplete,
  };
}

export function readFailure(error: unknown): Verification {
  return { state: "failed", message: failureMessage(error) };
}

function failureMessage(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return m.confirmation.failed.unverified;
  if (error.fromServer) return error.message;
  return error.status < 300
    ? m.confirmation.failed.incomplete
    : m.confirmation.failed.server({ status: error.status });
}

/** Waits between two questions about a payment that is still being processed. */
export function nextQuestionMs(asked: number): number {
  return Math.min(30_000, 2000 * 1.5 ** Math.max(0, asked - 1));
}
