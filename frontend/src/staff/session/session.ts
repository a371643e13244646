import type { QueryClient } from "@tanstack/react-query";
import { create } from "zustand";
import { answer, api, setTokenSource } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import { serverConfigQuery } from "@/domain/api/server-config";
import type { PendingSignIn, SignInAnswer, User } from "@/domain/api/staff-types";
import { mayHaveUnsent } from "@/domain/offline/unsent-orders";
import { stored, TEXT } from "@/domain/stored";
import { staffTrucksQuery } from "@/domain/trucks/staff-truck-queries";
import { messages as m } from "@/messages";
import { changeLanguage, isLanguage } from "@/messages/language";
import { showToast } from "@/ui/feedback/toast";

/** The specification's timer. It renews nothing: only the server decides how long a session lasts. */
export const REFRESH_TIMER_MS = 82_800_000;

let cache: QueryClient | null = null;
let refreshTimer: ReturnType<typeof setTimeout> | undefined;

/** Who is signed in. `unknown`: a token is kept, but the server could not be asked about it. */
export function useSession() {
  const status = useSessionStore((state) => state.status);
  const user = useSessionStore((state) => state.user);
  return { status, user };
}

/** The signed-in user; only for screens behind the guard. */
export function useCurrentUser(): User {
  const user = useSessionStore((state) => state.user);
  if (!user) throw new Error("This screen is shown to signed-in users only.");
  return user;
}

/**
 * Takes up the session that this browser keeps, once the admin area opens, and follows what happens
 * to it in other tabs. Data of the user goes from `queryClient` whenever the user does.
 */
export function connectSession(queryClient: QueryClient): void {
  const isFirst = cache === null;
  cache = queryClient;
  if (isFirst) {
    setTokenSource(readToken, handleRejected);
    onTokenChangedElsewhere(handleChangeElsewhere);
  }
  const token = readToken();
  const known = useSessionStore.getState();
  if (token === known.token && known.status !== "unknown") return;
  if (token) void verifySession();
  else leave(null);
}

/** A server that has not answered by then is taken as not there, where this device can do without. */
const PATIENCE_MS = 3_000;

/**
 * Asks the server whose the kept token is. Only its clear refusal discards the token. Without an answer the user goes on
 * with what this device knows, if it knows enough.
 */
export async function verifySession(): Promise<void> {
  const token = readToken();
  if (!token) return leave(null);
  useSessionStore.setState({ ...SIGNED_OUT, status: "loading", token });
  const patience = setTimeout(() => void enterFromDevice(token), PATIENCE_MS);
  try {
    const { user } = await answer(api.GET("/api/auth/verify"));
    if (readToken() === token) enter(token, user, false);
  } catch (error) {
    if (await enterFromDevice(token)) return;
    // Refused tokens are gone already, see handleRejected.
    if (readToken() !== token || useSessionStore.getState().status !== "loading") return;
    useSessionStore.setState({ status: "unknown", problem: error });
  } finally {
    clearTimeout(patience);
  }
}

const loadKnownAnswers = () => import("@/domain/offline/known-answers-and-time-alone");

/** Lets in the user whose answers this device keeps; false where it keeps none for the token. */
async function enterFromDevice(token: string): Promise<boolean> {
  const isWaiting = () => readToken() === token && useSessionStore.getState().status === "loading";
  if (!cache || !isWaiting()) return false;
  try {
    const { restoreAnswers } = await loadKnownAnswers();
    const user = isWaiting() ? await restoreAnswers(cache, token) : null;
    if (!user || !isWaiting()) return false;
    enter(token, user, false);
    return true;
  } catch {
    // A browser without a database keeps nothing.
    return false;
  }
}

let endOfflineWork = () => {};

/** Keeps what the user sees and sends what is unsent, once the page is there; ends with the session. */
function startOfflineWork(token: string, user: User): void {
  endOfflineWork();
  let isOver = false;
  let stop = () => {};
  endOfflineWork = () => {
    isOver = true;
    stop();
  };
  const start = async () => {
    const { followOffline } = await import("./send-unsent-and-follow-offline");
    hasAnswers.write("kept");
    hasKept = true;
    if (cache && !isOver) stop = followOffline(cache, user, token);
  };
  const isFirst = !hasAnswers.read() && !mayHaveUnsent.read();
  const begin = (rests: number) => {
    if (isOver) return;
    if (rests > 0 && isLoading()) setTimeout(begin, REST_MS, rests - 1);
    else void start().catch(() => undefined);
  };
  if (typeof indexedDB !== "undefined") setTimeout(begin, REST_MS, isFirst ? MOST_RESTS : 0);
}

/** After the first screen, which needs nothing of it. */
const REST_MS = 1_500;
/** A device on which nothing is kept yet fetches it all: on a slow line the screen goes first. */
const MOST_RESTS = 12;

/** Whether the screen has asked for something, or has got something just now. */
function isLoading(): boolean {
  const ends =
    performance.getEntriesByType?.("resource").map((entry) => entry.startTime + entry.duration) ??
    [];
  return Math.max(0, ...ends) > performance.now() - REST_MS || (cache?.isFetching() ?? 0) > 0;
}

/** Nothing of the user who goes can be read on this device afterwards. */
function forgetUser(): void {
  endOfflineWork();
  // Another tab may have deleted what there was, and its mark, just before this one wrote.
  if (!hasKept && !hasAnswers.read()) return;
  loadKnownAnswers()
    .then(({ forgetAnswers }) => forgetAnswers())
    // What could not be deleted is deleted by the next page. No other user can read it meanwhile: it is bound to the token.
    .then(
      () => hasAnswers.write(null),
      () => undefined,
    );
}

/** Whether answers of a user may lie on this device. */
const hasAnswers = stored("chuckwagon.known-answers", TEXT);
/** Whether this page has written any. */
let hasKept = false;

/**
 * Signs in and keeps the token; `finishGreeting` lets the user through. Answers what waits for a second factor, if the
 * user has one. Throws what the call threw.
 */
export async function signIn(form: SignInForm): Promise<PendingSignIn | null> {
  const signedIn = await answer(api.POST("/api/auth/login", { body: form }));
  if (signedIn && "secondFactor" in signedIn) return signedIn.secondFactor;
  greet(signedIn);
  return null;
}

/** The second step of a sign-in. Throws what the call threw. */
export async function finishSignIn(token: string, proof: FactorProof): Promise<void> {
  greet(await answer(api.POST("/api/auth/second-factor", { body: { token, ...proof } })));
}

/** Keeps the token of a sign-in that was right. */
export function greet(signedIn: Partial<SignInAnswer> | null): void {
  const { token, user } = signedIn ?? {};
  if (!token || !user) throw new ApiError({ status: 200, message: m.signIn.failed });
  cache?.clear();
  forgetUser();
  keepToken(token);
  enter(token, user, true);
}

export interface FactorProof {
  code?: string;
  recoveryCode?: string;
  passkey?: Record<string, unknown>;
}

export interface SignInForm {
  email: string;
  password: string;
  remember: boolean;
}

export function finishGreeting(): void {
  useSessionStore.setState({ isGreeting: false });
}

/**
 * Signs out here and in every other tab. The server hears of it once the work that needs the token is done; its answer
 * is not awaited.
 */
export function signOut(): void {
  const token = readToken();
  if (token) void revoke(token);
  dropToken();
  leave("signed-out");
}

async function revoke(token: string): Promise<void> {
  await finishWork();
  const headers = { Authorization: `Bearer ${token}` };
  api.POST("/api/auth/logout", { headers, keepalive: true }).catch(() => undefined);
}

/** How long a sign-out waits for unfinished work. Without an answer by then, the token is revoked all the same. */
export const SIGN_OUT_WAIT_MS = 3_000;

type Work = () => Promise<void>;

const unfinished = new Set<Work>();

/** Starts `work` at the next sign-out, before its token is revoked. Returns the way to take it off the list. */
export function beforeSignOut(work: Work): () => void {
  unfinished.add(work);
  return () => {
    unfinished.delete(work);
  };
}

/** Starts all unfinished work and waits for it, but no longer than the page is there. */
function finishWork(): Promise<unknown> {
  const limit = new Promise((resolve) => {
    setTimeout(resolve, SIGN_OUT_WAIT_MS);
    window.addEventListener("pagehide", resolve, { once: true });
  });
  return Promise.race([Promise.all([...unfinished].map((work) => work())), limit]);
}

/** Reads one's own account again, after a change that its screens have to know. */
export async function refreshUser(): Promise<void> {
  const { user } = await answer(api.GET("/api/auth/profile"));
  replaceUser(user);
}

/** Shows a change of one's own account everywhere at once. */
export function replaceUser(user: User): void {
  if (useSessionStore.getState().user?._id === user._id) useSessionStore.setState({ user });
}

function enter(token: string, user: User, isGreeting: boolean): void {
  if (isLanguage(user.language)) changeLanguage(user.language);
  useSessionStore.setState({ ...SIGNED_OUT, status: "in", user, token, isGreeting });
  clearTimeout(refreshTimer);
  refreshTimer = setTimeout(() => undefined, REFRESH_TIMER_MS);
  startOfflineWork(token, user);
}

function leave(endReason: EndReason | null): void {
  clearTimeout(refreshTimer);
  useSessionStore.setState({ ...SIGNED_OUT, endReason });
  cache?.clear();
  forgetUser();
}

/** The server rejected a token. Ignore a 401 for a token that was already replaced. */
function handleRejected(token: string): void {
  if (token !== readToken()) return;
  const wasWorking = useSessionStore.getState().status === "in";
  dropToken();
  leave(wasWorking ? "expired" : null);
  if (wasWorking) showToast({ type: "warning", message: m.signIn.session.ended });
}

function handleChangeElsewhere(token: string | null): void {
  if (token === useSessionStore.getState().token) return;
  cache?.clear();
  if (token) {
    forgetUser();
    void verifySession();
  } else leave("signed-out");
}

/** Why the session ended; it decides what the sign-in screen says and where it leads. */
type EndReason = "signed-out" | "expired";

interface SessionState {
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

const SIGNED_OUT: SessionState = {
  status: "out",
  user: null,
  token: null,
  problem: null,
  endReason: null,
  isGreeting: false,
};

export const useSessionStore = create<SessionState>(() => SIGNED_OUT);

/**
 * Asks for what nearly every staff screen reads first while the session is still checked: a trip to the server less
 * before the content, and no panel that comes late and pushes it down. A refusal is told by the check.
 */
export function preloadData(client: QueryClient): void {
  if (!readToken()) return;
  void client.prefetchQuery(serverConfigQuery());
  void client.prefetchQuery(staffTrucksQuery());
}

/** Where the token lives: in this browser's storage, so that every tab and the next visit have it. */
const STORAGE_KEY = "chuckwagon.token";
const token = stored(STORAGE_KEY, TEXT);

export const readToken = token.read;
export const keepToken: (token: string) => void = token.write;

function dropToken(): void {
  token.write(null);
}

/** Calls back when another tab signs in (its token) or out (null). Returns the way to stop. */
function onTokenChangedElsewhere(notify: (token: string | null) => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    // Without a key everything was cleared at once.
    if (event.key === STORAGE_KEY || event.key === null) notify(token.read());
  };
  window.addEventListener("storage", handleStorage);
  return () => window.removeEventListener("storage", handleStorage);
}
