import createClient from "openapi-fetch";
import { apiBaseUrl } from "@/domain/api/transport/base-url-and-send-and-forget";
import { noteReach } from "@/domain/live/online-and-server-reached";
import { hearAnswer } from "@/domain/time/server-clock";
import { ApiError } from "./errors";
import type { paths } from "./schema.gen";
import { translateError } from "./translate-errors";

let readToken: () => string | null = () => null;
let onRejected: (token: string) => void = () => undefined;

/** Sets where the signed-in user's token is read, and what to call when the server no longer accepts it. */
export function setTokenSource(
  source: () => string | null,
  rejected: (token: string) => void = () => undefined,
): void {
  readToken = source;
  onRejected = rejected;
}

/** For calls that cannot go through `api`: an upload with progress, a stream. */
export function authorizationHeader(): Record<string, string> {
  const token = readToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** Reports that the server refused such a call with 401. */
export function reportUnauthorized(headers: Record<string, string>): void {
  rejectToken(headers.Authorization ?? null);
}

/** Resolves a path of the description against the server that the page names at run time. */
class ApiRequest extends Request {
  constructor(
    path: string,
    /** What is sent: `fetch` gets the body as it is, so that a call of a page that is closing leaves at once. */
    readonly init: RequestInit = {},
  ) {
    super(new URL(apiBaseUrl() + path.replace(/^\/api/, ""), window.location.href), init);
  }
}

/**
 * The only way to the API: path, parameters, body and answer are checked by the compiler against the server's own
 * description. Every failed call throws an ApiError; read the answer with `answer`, `list` or `file`.
 */
export const api = createClient<paths>({ Request: ApiRequest as typeof Request, fetch: fetchJson });

/** Add to a call whose answer is read with `file`. */
export const AS_FILE = { parseAs: "blob", fetch: fetchAnything } as const;

/** Waits for a call and returns its answer; null when it is empty. */
export async function answer<Result extends { data?: unknown }>(
  call: Promise<Result>,
): Promise<NonNullable<Result["data"]>> {
  const { data } = await call;
  return (data ?? null) as NonNullable<Result["data"]>;
}

/** Where a list is expected. Any other answer is as good as none. */
export async function list<Result extends { data?: readonly unknown[] }>(
  call: Promise<Result>,
): Promise<NonNullable<Result["data"]>> {
  const items: unknown = await answer(call);
  if (!Array.isArray(items)) throw ApiError.notJson(200, "");
  return items as unknown as NonNullable<Result["data"]>;
}

export interface DownloadedFile {
  blob: Blob;
  /** The name that the server gives it. */
  name: string | null;
}

/** Waits for a call made with `AS_FILE`. */
export async function file(
  call: Promise<{ data?: Blob; response: Response }>,
): Promise<DownloadedFile> {
  const { data = new Blob(), response } = await call;
  const disposition = response.headers.get("Content-Disposition") ?? "";
  return { blob: data, name: /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? null };
}

interface Told<Data> {
  onSuccess?: (data: Data) => void;
  onError: (error: Error) => void;
  onSettled?: (() => void) | undefined;
}

/**
 * Does what follows a call wherever the user is by then, such as a toast. The callbacks of `mutate` are for what follows
 * on the screen that called: the library drops them when that is gone, as a toast's "Undo" outlives its button's row.
 */
export function whenDone<Data>(call: Promise<Data>, told: Told<Data>): void {
  void call.then(told.onSuccess, told.onError).finally(told.onSettled);
}

async function fetchJson(request: Request): Promise<Response> {
  const response = await fetchAnything(request);
  const text = await read(request, response);
  parse(response.status, text);
  return text.trim() === "" ? new Response(null, { status: 204 }) : new Response(text);
}

async function fetchAnything(request: Request): Promise<Response> {
  // By the time of the answer another user may be signed in: `request` keeps the token that was sent.
  request.headers.set("Accept", "application/json");
  for (const [name, value] of Object.entries(authorizationHeader())) {
    if (!request.headers.has(name)) request.headers.set(name, value);
  }
  const { url, headers, init } = request as ApiRequest;
  // Named after the boundary of the form that is really sent, which only the browser knows.
  if (init.body instanceof FormData) headers.delete("Content-Type");
  const response = await reach(request, () => fetch(url, { ...init, headers }));
  hearAnswer(response);
  if (response.ok) return response;
  const body = parse(response.status, await read(request, response));
  if (response.status === 401) rejectToken(request.headers.get("Authorization"));
  throw ApiError.fromAnswer(response.status, await translateError(body), waitOf(response));
}

function read(request: Request, response: Response): Promise<string> {
  return reach(request, () => response.text());
}

async function reach<Result>(request: Request, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    // Aborted by the caller: rethrow, don't wrap.
    if (request.signal.aborted) throw error;
    noteReach(false);
    throw ApiError.unreachable();
  }
}

function rejectToken(authorization: string | null): void {
  const [, token] = /^Bearer (.+)$/.exec(authorization ?? "") ?? [];
  if (token) onRejected(token);
}

/** The whole seconds of a Retry-After header. */
function waitOf(response: Response): number | null {
  const header = response.headers.get("Retry-After");
  return header && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

function parse(status: number, text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw ApiError.notJson(status, text);
  }
}
