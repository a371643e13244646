import { apiBaseUrl } from "./base-url";
import { ApiError } from "./errors";

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

let readToken: () => string | null = () => null;

/** Tells the client where the signed-in user's token is kept. */
export function setTokenSource(source: () => string | null): void {
  readToken = source;
}

export function apiGet<T>(path: string, options?: RequestOptions): Promise<T> {
  return apiRequest<T>("GET", path, options);
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
  { body, headers, signal }: RequestOptions = {},
): Promise<T> {
  const { response, text } = await exchange(`${apiBaseUrl()}${path}`, {
    method,
    headers: { ...standardHeaders(), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const answer = parse(response.status, text);
  if (!response.ok) throw ApiError.fromAnswer(response.status, answer);
  return answer as T;
}

function standardHeaders(): Record<string, string> {
  const token = readToken();
  return {
    Accept: "application/json",
    "Content-Type": "application/json",
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}

async function exchange(
  url: string,
  init: RequestInit,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (error) {
    // A call that was called off is nobody's failure; the caller knows about it.
    if (init.signal?.aborted) throw error;
    throw ApiError.unreachable();
  }
}

function parse(status: number, text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw ApiError.notJson(status, text);
  }
}
