import { messages as m } from "@/messages";

interface ApiErrorInit {
  /** 0 when no answer came at all. */
  status: number;
  message: string;
  code?: string | undefined;
  reason?: string | undefined;
  body?: unknown;
  fields?: Record<string, string> | undefined;
  retryAfterSeconds?: number | null;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  /** Which sentence the server has told; finer than the code. */
  readonly reason: string | null;
  /** The parsed answer; the raw text when it was no JSON. */
  readonly body: unknown;
  /** The server's sentences about single fields, by path. */
  readonly fields: Record<string, string>;
  /** How long the server asks to wait; null when it does not say. */
  readonly retryAfterSeconds: number | null;
  /** Whether the server itself wrote the message. */
  readonly fromServer: boolean;

  constructor({ status, message, code, reason, body, fields, retryAfterSeconds }: ApiErrorInit) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code ?? null;
    this.reason = reason ?? null;
    this.body = body;
    this.fields = fields ?? {};
    this.retryAfterSeconds = retryAfterSeconds ?? null;
    this.fromServer = serverMessage(body) !== null;
  }

  static unreachable(): ApiError {
    return new ApiError({ status: 0, message: m.failures.noConnection });
  }

  static notJson(status: number, text: string): ApiError {
    return new ApiError({
      status,
      message: m.failures.invalidResponse({ status }),
      body: text,
    });
  }

  static fromAnswer(
    status: number,
    body: unknown,
    retryAfterSeconds: number | null = null,
  ): ApiError {
    return new ApiError({
      status,
      message: serverMessage(body) ?? m.failures.status({ status }),
      code: textOf(body, "code") ?? undefined,
      reason: textOf(body, "reason") ?? undefined,
      body,
      fields: fieldMessages(body),
      retryAfterSeconds,
    });
  }
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/**
 * Whether it is known what became of a failed call: the server itself refused it. After a 5xx, an answer of
 * a proxy or an answer that cannot be read, it may have been carried out.
 */
export function isOutcomeKnown(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.fromServer;
}

/** The sentence to show for a failed call. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function serverMessage(body: unknown): string | null {
  return textOf(body, "message") ?? textOf(body, "error");
}

function textOf(body: unknown, key: string): string | null {
  if (typeof body !== "object" || body === null) return null;
  const value = (body as Record<string, unknown>)[key];
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

function fieldMessages(body: unknown): Record<string, string> {
  if (typeof body !== "object" || body === null) return {};
  const fields = (body as { fields?: unknown }).fields;
  if (typeof fields !== "object" || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}
