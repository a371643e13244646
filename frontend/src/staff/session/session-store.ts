import { create } from "zustand";
import type { User } from "@/domain/api/admin-types";

/** Why the session ended; it decides what the sign-in screen says and where it leads. */
export type EndReason = "signed-out" | "expired";

export interface SessionState {
  /** `unknown`: a token is kept, but the server could not be asked about it. */
  status: "loading" | "in" | "out" | "unknown";
  user: User | null;
  token: string | null;
  /** Why the server could not be asked. */
  problem: unknown;
  endReason: EndReason | null;
  /** The sign-in screen still shows its success; the guard lets it finish. */
  isGreeting: boolean;
}

export const SIGNED_OUT: SessionState = {
  status: "out",
  user: null,
  token: null,
  problem: null,
  endReason: null,
  isGreeting: false,
};

export const useSessionStore = create<SessionState>(() => SIGNED_OUT);
