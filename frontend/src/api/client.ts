import { apiBaseUrl } from "./base-url";
import { ApiError } from "./errors";

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Lets the call finish after the page is gone. */
  keepalive?: boolean;
}

let readToken: () => string | null = () => null;
let onRejected: (token: string) => void = () => undefined;

/**
 * Tells the client where the signed-in user's token is kept, and who wants to know when the server
 * no longer accepts it.
 */
export function setTokenSource(
  source: () => string | null,
  rejected: (token: string) => void = () => undefined,
): void {
  readToken = source;
  onRejected = rejected;
}

/** For calls that cannot go through `apiRequest`: an upload with progress, a stream. */
export function authorizationHeader(): Record<string, string> {
  const token = readToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** Says that the server refused such a call with 401. */
export function reportUnauthorized(headers: Record<string, string>): void {
  const [, token] = /^Bearer (.+)$/.exec(headers.Authorization ?? "") ?? [];
  if (token) onRejected(token);
}

export function apiGet<T>(path: string, options?: RequestOptions): Promise<T> {
  return apiRequest<T>("GET", path, options);
}

/** Where a list is expected; any other answer is as good as none. */
export async function apiList<T>(path: string, options?: RequestOptions): Promise<T[]> {
  const list = await apiGet<unknown>(path, options);
  if (!Array.isArray(list)) throw ApiError.notJson(200, "");
  return list;
}

export function apiPost<T>(path: string, body: unknown, options?: RequestOptions): Promise<T> {
  return apiRequest<T>("POST", path, { ...options, body });
}

export function apiPut<T>(path: string, body: unknown, options?: RequestOptions): Promise<T> {
  return apiRequest<T>("PUT", path, { ...options, body });
}

export function apiPatch<T>(path: string, body: unknown, options?: RequestOptions): Promise<T> {
  return apiRequest<T>("PATCH", path, { ...options, body });
}

export function apiDelete<T>(path: string, options?: RequestOptions): Promise<T> {
  return apiRequest<T>("DELETE", path, options);
}

/** Calls the API and returns the parsed answer; every failure is an ApiError. */
export async function apiRequest<T>(
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<T> {
  const headers = headersOf(options);
  const { response, body } = await exchange(method, path, { ...options, headers }, (answer) =>
    answer.text(),
  );
  return checked(response, body, headers) as T;
}

/** A file from the API, with the name that the server gives it. */
export async function apiFile(
  path: string,
  options: RequestOptions = {},
): Promise<{ blob: Blob; name: string | null }> {
  const headers = headersOf(options);
  const { response, body } = await exchange("GET", path, { ...options, headers }, (answer) =>
    answer.blob(),
  );
  if (!response.ok) checked(response, await body.text(), headers);
  const disposition = response.headers.get("Content-Disposition") ?? "";
  return { blob: body, name: /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? null };
}

/** The answer as data. `sent` are the call's own headers: by now another user may be signed in. */
function checked(response: Response, text: string, sent: Record<string, string>): unknown {
  const answer = parse(response.status, text);
  if (response.ok) return answer;
  if (response.status === 401) reportUnauthorized(sent);
  throw ApiError.fromAnswer(response.status, answer, waitOf(response));
}

/** The whole seconds of a Retry-After header. */
function waitOf(response: Response): number | null {
  const header = response.headers.get("Retry-After");
  return header && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

async function exchange<Body>(
  method: string,
  path: string,
  { body, headers = {}, signal, keepalive }: RequestOptions,
  read: (response: Response) => Promise<Body>,
): Promise<{ response: Response; body: Body }> {
  try {
    const response = await fetch(`${apiBaseUrl()}${path}`, {
      method,
      headers,
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
    return { response, body: await read(response) };
  } catch (error) {
    // A call that was called off is nobody's failure; the caller knows about it.
    if (signal?.aborted) throw error;
    throw ApiError.unreachable();
  }
}

function headersOf({ body, headers }: RequestOptions): Record<string, string> {
  return {
    Accept: "application/json",
    // A form with a file names its own type, with the boundary that only the browser knows.
    ...(body instanceof FormData ? {} : { "Content-Type": "application/json" }),
    ...authorizationHeader(),
    ...headers,
  };
}

function parse(status: number, text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw ApiError.notJson(status, text);
  }
}
