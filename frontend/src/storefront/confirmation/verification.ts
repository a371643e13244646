import { ApiError } from "@/domain/api/errors";
import type { ConfirmedOrder, VerifyAnswer } from "./api";

export const INCOMPLETE = "Payment verification incomplete. Please contact support if charged.";
export const VERIFY_FAILED = "Failed to verify payment. Please contact support.";

/** What the confirmation page knows about a payment. */
export type Verification =
  | { state: "waiting"; processing: boolean }
  | { state: "failed"; message: string }
  | { state: "confirmed"; status: string; order: ConfirmedOrder };

export function readAnswer(answer: VerifyAnswer | null): Verification {
  if (answer?.status === "processing") return { state: "waiting", processing: true };
  if (answer?.status === "succeeded" && answer.order) {
    return { state: "confirmed", status: answer.status, order: answer.order };
  }
  return { state: "failed", message: INCOMPLETE };
}

export function readFailure(error: unknown): Verification {
  return { state: "failed", message: failureMessage(error) };
}

function failureMessage(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return VERIFY_FAILED;
  if (error.fromServer) return error.message;
  return error.status < 300 ? INCOMPLETE : `Server error: ${error.status}`;
}

/** Waits between two questions about a payment that is still being processed. */
export function nextQuestionMs(asked: number): number {
  return Math.min(30_000, 2000 * 1.5 ** Math.max(0, asked - 1));
}
