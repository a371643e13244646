/** Requests that the server refuses until the user has proven again to be there: one dialog asks, then they are sent again. */
import { create } from "zustand";
import { api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { verifySession } from "@/staff/session/session";

interface ProofState {
  /** Whether the dialog is open. */
  isAsking: boolean;
}

export const useProofStore = create<ProofState>(() => ({ isAsking: false }));

let asked: Promise<boolean> | null = null;
let settle: (isProven: boolean) => void = () => undefined;
let isConnected = false;

/** Makes every call of the staff area wait for a proof where the server wants one. */
export function connectProofs(): void {
  if (isConnected) return;
  isConnected = true;
  api.use({
    async onError({ request, error, options }) {
      if (!(error instanceof ApiError)) return;
      if (error.code === "second_factor_required") void verifySession();
      if (error.code !== "reauthentication_required") return;
      return (await askForProof()) ? options.fetch(request) : withoutProof(error);
    },
  });
}

/** The refusal for a user who has closed the dialog, and knows what it asked for. */
function withoutProof({ status, code, body }: ApiError): ApiError {
  const message = m.proof.cancelled;
  return new ApiError({ status, message, code: code ?? undefined, body });
}

/** Closes the dialog, and sends what waits for it again or refuses it. */
export function finishProof(isProven: boolean): void {
  useProofStore.setState({ isAsking: false });
  asked = null;
  settle(isProven);
}

/** Several requests at once wait for the same proof. */
function askForProof(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    settle = resolve;
    useProofStore.setState({ isAsking: true });
  });
  return asked;
}
