import {
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import type { User } from "@/domain/api/staff-types";
import { lastHeardAt } from "@/domain/live/online-and-server-reached";
import { hearServerTime, serverNow } from "@/domain/time/server-clock";
import { type KnownAnswers, openDevice } from "./device-storage";

/**
 * What the signed-in user's screens showed last, kept for a page that opens without network: menu, rates, stop and open
 * orders. It is written for one user and one token, and is gone with either.
 */

const FORMAT = 1;
/** After that the server has to be asked again who may sell. */
const LONGEST_ALONE_MS = 16 * 3_600_000;
/** As long as the page may have to do without the server. */
const KEPT_MS = LONGEST_ALONE_MS;
const WRITE_EVERY_MS = 3_000;

/** By the beginnings of their keys (query-keys.ts). */
const KEPT: readonly QueryKey[] = [
  ["config"],
  ["trucks"],
  ["menu", "staff"],
  ["schedule"],
  ["orders"],
  ["printers"],
  ["drawer"],
  ["disruptions"],
  ["counter-payments"],
];
/** A list that was looked for is not what is going on, and may be long. */
const LEFT_OUT = new Set<unknown>(["list", "one", "stops", "series", "result", "deleted"]);

function isKept({ queryKey, state }: Query): boolean {
  if (state.data === undefined) return false;
  const begins = KEPT.some((key) => key.every((part, place) => queryKey[place] === part));
  return begins && !(queryKey[0] !== "trucks" && queryKey.some((part) => LEFT_OUT.has(part)));
}

/** Writes down what the cache holds, and every change from now on. Returns what ends that. */
export function keepAnswers(client: QueryClient, user: User, token: string): () => void {
  for (const key of KEPT) client.setQueryDefaults(key, { gcTime: KEPT_MS });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!isOver) void writeKnown(client, user, token, () => isOver).catch(() => undefined);
  };
  const writeSoon = () => {
    timer ??= setTimeout(write, WRITE_EVERY_MS);
  };
  const writeWhenHidden = () => {
    if (document.visibilityState === "hidden") write();
  };
  const leave = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && isKept(query)) writeSoon();
  });
  window.addEventListener("offline", write);
  document.addEventListener("visibilitychange", writeWhenHidden);
  writeSoon();
  return () => {
    isOver = true;
    clearTimeout(timer);
    leave();
    window.removeEventListener("offline", write);
    document.removeEventListener("visibilitychange", writeWhenHidden);
  };
}

async function writeKnown(
  client: QueryClient,
  user: User,
  token: string,
  isOver: () => boolean,
): Promise<void> {
  const { queries } = dehydrate(client, { shouldDehydrateQuery: isKept });
  const known: KnownAnswers = {
    format: FORMAT,
    user,
    tokenDigest: await digest(token),
    heardAt: lastHeardAt() ?? restoredHeardAt ?? 0,
    aheadMs: serverNow() - Date.now(),
    // What failed last is no part of what is known.
    queries: queries.map(({ state, ...query }) => ({
      ...query,
      state: { ...state, ...NO_FAILURE },
    })),
  };
  const database = await openDevice();
  // The user may have signed out since: what was deleted then must not come back.
  if (!isOver()) await database.put("known", known, "user");
}

const NO_FAILURE = {
  status: "success",
  fetchStatus: "idle",
  error: null,
  errorUpdateCount: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
} as const;

let restoredHeardAt: number | null = null;

/** When the server was last heard by this page, or by the one before it (ms of the device's clock). */
export function lastContactAt(): number | null {
  return lastHeardAt() ?? restoredHeardAt;
}

/** Whether this device has been without the server for so long that it does not sell any more. */
export function isAloneTooLong(): boolean {
  const heardAt = lastContactAt();
  return heardAt === null || Date.now() - heardAt > LONGEST_ALONE_MS;
}

/** Puts what is known of the token's user into the cache; null where nothing is, or it is too old. */
export async function restoreAnswers(client: QueryClient, token: string): Promise<User | null> {
  const known = await (await openDevice()).get("known", "user");
  if (known?.format !== FORMAT || known.tokenDigest !== (await digest(token))) return null;
  if (Date.now() - known.heardAt > LONGEST_ALONE_MS) return null;
  restoredHeardAt = known.heardAt;
  hearServerTime(Date.now() + known.aheadMs, Date.now());
  for (const key of KEPT) client.setQueryDefaults(key, { gcTime: KEPT_MS });
  hydrate(client, { queries: known.queries, mutations: [] });
  return known.user;
}

/** Nothing of a user who has gone is left. */
export async function forgetAnswers(): Promise<void> {
  restoredHeardAt = null;
  await (await openDevice()).clear("known");
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
