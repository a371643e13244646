import { ApiError } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import { sendAndForget } from "@/domain/api/transport/base-url-and-send-and-forget";
import { messages as m } from "@/messages";

type ClientErrorReport = components["schemas"]["ClientErrorReport"];
export type ClientErrorKind = ClientErrorReport["kind"];

const LONGEST_MESSAGE = 200;
const EMAIL = /[^\s@]+@[^\s@]+/g;
const PLAIN_PART = /^[a-z][a-z-]{0,39}$/;

/** The error without anything that may be a person's: no query, no stack, no number, no address. */
function describe(
  kind: ClientErrorKind,
  error: Error,
  path: string,
  release: string,
): ClientErrorReport {
  return {
    kind,
    name: error.name,
    message: masked(messageOf(error)),
    page: pagePattern(path),
    release,
  };
}

/** The server's sentences may name a person; its codes do not. */
function messageOf(error: Error): string {
  return error instanceof ApiError
    ? m.failures.statusAndCode({ status: error.status, code: error.code ?? "" })
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

/** Sends one error of the page at `path`; `release` names the build. */
export function sendReport(
  kind: ClientErrorKind,
  error: Error,
  path: string,
  release: string,
): void {
  sendAndForget("/client-errors", describe(kind, error, path, release));
}
