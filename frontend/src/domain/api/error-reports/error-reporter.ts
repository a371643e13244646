import { ApiError } from "@/domain/api/errors";
import type { ClientErrorKind } from "./send-masked-report";

const MOST_REPORTS = 3;

/**
 * Tells the server of errors of the screens: each once, and a few per page load, so that an error which comes
 * again and again is no flood. What words and sends them is loaded with the first one. A report that does not
 * arrive is dropped; it never causes an error of its own.
 */
export function createReporter() {
  const known = new Set<string>();

  function report(kind: ClientErrorKind, error: unknown): void {
    if (!(error instanceof Error) || isNoFault(error)) return;
    const path = window.location.pathname;
    const fingerprint = JSON.stringify([kind, error.name, error.message, path]);
    if (known.has(fingerprint) || known.size >= MOST_REPORTS) return;
    known.add(fingerprint);
    import("./send-masked-report").then(
      ({ sendReport }) => sendReport(kind, error, path, release()),
      () => undefined,
    );
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

/** The file that this code is in: the build names it after its content. */
function release(): string {
  const file = import.meta.url.split("/").at(-1) ?? "";
  return file.replace(/\.\w+(\?.*)?$/, "");
}
