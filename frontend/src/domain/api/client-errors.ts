import { messages as m } from "@/messages";
import { apiBaseUrl } from "./base-url";
import { ApiError } from "./errors";
import type { components } from "./schema.gen";

type ClientErrorReport = components["schemas"]["ClientErrorReport"];
export type ClientErrorKind = ClientErrorReport["kind"];

const MOST_REPORTS = 3;
const LONGEST_MESSAGE = 200;
const EMAIL = /[^\s@]+@[^\s@]+/g;
const PLAIN_PART = /^[a-z][a-z-]{0,39}$/;

/**
 * Tells the server of errors of the screens: each once, and a few per page load, so that an error which comes
 * again and again is no flood. A report that does not arrive is dropped; it never causes an error of its own.
 */
export function createReporter() {
  const known = new Set<string>();

  function report(kind: ClientErrorKind, error: unknown): void {
    if (!(error instanceof Error) || isNoFault(error)) return;
    const about = describe(kind, error);
    const fingerprint = JSON.stringify(about);
    if (known.has(fingerprint) || known.size >= MOST_REPORTS) return;
    known.add(fingerprint);
    send(about);
  }

  /** Hears of what no boundary and no caller has caught. An error of another site's script has no `error`. */
  function listen(target: Window): void {
    target.addEventListener("error", ({ error }) => report("error", error));
    target.addEventListener("unhandledrejection", ({ reason }) => report("rejection", reason));
  }

  return { report, listen };
}

/** The reporter of this page load. */
export const clientErrors = createReporter();

/** A call that was called off, or a device without a connection, is no fault of the screens. */
function isNoFault(error: Error): boolean {
  return error.name === "AbortError" || (error instanceof ApiError && error.status === 0);
}

/** The error without anything that may be a person's: no query, no stack, no number, no address. */
function describe(kind: ClientErrorKind, error: Error): ClientErrorReport {
  return {
    kind,
    name: error.name,
    message: masked(messageOf(error)),
    page: pagePattern(window.location.pathname),
    release: release(),
  };
}

/** The server's sentences may name a person; its codes do not. */
function messageOf(error: Error): string {
  return error instanceof ApiError
    ? m.domain.api.http2({ status: error.status, code: error.code ?? "" })
    : error.message;
}

function masked(message: string): string {
  return message
    .slice(0, 10 * LONGEST_MESSAGE)
    .replace(EMAIL, "[email]")
    .replace(/\d+/g, "#")
    .slice(0, LONGEST_MESSAGE);
}

/** The path with `:id` for each part that is a key or a number. */
export function pagePattern(path: string): string {
  return path
    .split("/")
    .map((part) => (part === "" || PLAIN_PART.test(part) ? part : ":id"))
    .join("/");
}

/** The file that this code is in: the build names it after its content. */
function release(): string {
  const file = import.meta.url.split("/").at(-1) ?? "";
  return file.replace(/\.\w+(\?.*)?$/, "");
}

function send(report: ClientErrorReport): void {
  try {
    // Without the session: whose screen it was is of no interest.
    fetch(`${apiBaseUrl()}/client-errors`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(report),
      credentials: "omit",
      keepalive: true,
    }).catch(() => undefined);
  } catch {
    // A browser that refuses to send has nothing to tell.
  }
}
