import { createParser } from "eventsource-parser";
import { noteContact } from "./online-and-server-reached";

/**
 * Follows a stream of server-sent events until it is told to stop. The browser's own EventSource
 * cannot send the header that says who is signed in, so the stream is read with fetch.
 */
export interface StreamEvent {
  /** Of the last change that it covers. */
  id: string | undefined;
  name: string;
  data: string;
}

/** `lost`: nothing has been heard for longer than a moment; it keeps trying until it is refused. */
export type StreamState = "connecting" | "live" | "lost";

export interface StreamOptions {
  url: string;
  /** The id of the last change that is known before anything was heard. */
  since?: string | undefined;
  /** Asked for each connection: the user may have signed in again. */
  headers: () => Record<string, string>;
  onEvent: (event: StreamEvent) => void;
  /** `lostSince` (ms): when the server was last heard, while the stream is lost. */
  onState: (state: StreamState, lostSince: number | null) => void;
  /** The server will not have this reader (401, 403, 404…); nothing is tried again. */
  onRefused: (status: number, headers: Record<string, string>) => void;
  /** Rests while the page is hidden, and catches up afterwards. */
  pauseWhenHidden?: boolean;
  /** For how long a lost stream is not worth a word; else GRACE_MS. */
  graceMs?: number;
}

export const FIRST_RETRY_MS = 500;
export const LAST_RETRY_MS = 15_000;
/** The server says something every 15 s. After twice that it is not there any more. */
export const SILENCE_MS = 35_000;
/** A restart of the server takes about as long; so it is not worth a word. */
export const GRACE_MS = 2_500;

export function followStream(options: StreamOptions): () => void {
  const stream = new Follower(options);
  stream.start();
  return () => stream.stop();
}

class Follower {
  private lastId: string | null;
  private failures = 0;
  private heardAt = Date.now();
  private state: StreamState = "connecting";
  private connection: AbortController | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private grace: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: StreamOptions) {
    this.lastId = options.since ?? null;
  }

  start(): void {
    window.addEventListener("online", this.handleBack);
    window.addEventListener("offline", this.handleGone);
    document.addEventListener("visibilitychange", this.handleVisibility);
    this.expectSoon();
    if (!this.isResting()) void this.connect();
  }

  stop(): void {
    window.removeEventListener("online", this.handleBack);
    window.removeEventListener("offline", this.handleGone);
    document.removeEventListener("visibilitychange", this.handleVisibility);
    clearTimeout(this.grace);
    this.hangUp();
  }

  private async connect(): Promise<void> {
    this.hangUp();
    const connection = new AbortController();
    this.connection = connection;
    this.watch();
    const headers = this.headersNow();
    try {
      const { url } = this.options;
      const response = await fetch(url, { headers, cache: "no-store", signal: connection.signal });
      if (connection.signal.aborted) return;
      if (isRefusal(response.status)) return this.refused(response, headers);
      if (response.ok && response.body) await this.read(response.body, connection.signal);
    } catch {
      // Whatever went wrong on the way: it is tried again.
    }
    if (!connection.signal.aborted) this.retryLater();
  }

  private headersNow(): Record<string, string> {
    return {
      Accept: "text/event-stream",
      ...(this.lastId === null ? {} : { "Last-Event-ID": this.lastId }),
      ...this.options.headers(),
    };
  }

  private async read(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void> {
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent: ({ event, data, id }) => {
        if (signal.aborted) return;
        this.options.onEvent({ id, name: event ?? "message", data });
        // Only now: an event that broke its reader must come again, and not at once.
        if (id !== undefined) this.lastId = id;
        this.beLive();
      },
    });
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      this.heardAt = Date.now();
      noteContact();
      this.watch();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  }

  private refused(response: Response, headers: Record<string, string>): void {
    this.stop();
    void response.body?.cancel();
    this.show("lost");
    this.options.onRefused(response.status, headers);
  }

  private beLive(): void {
    this.failures = 0;
    clearTimeout(this.grace);
    this.show("live");
  }

  private retryLater(): void {
    this.hangUp();
    const longest = Math.min(FIRST_RETRY_MS * 2 ** this.failures, LAST_RETRY_MS);
    this.failures += 1;
    if (this.state === "live") this.expectSoon();
    // Not all at once: every screen of every truck lost the same server.
    this.retry = setTimeout(() => void this.connect(), longest * (0.5 + Math.random() / 2));
  }

  /** Says that the stream is lost unless it is back within a moment. */
  private expectSoon(): void {
    this.show("connecting");
    clearTimeout(this.grace);
    this.grace = setTimeout(() => this.show("lost"), this.options.graceMs ?? GRACE_MS);
  }

  private show(state: StreamState): void {
    if (state === this.state && state !== "lost") return;
    this.state = state;
    this.options.onState(state, state === "lost" ? this.heardAt : null);
  }

  /** Restarts the time within which something must be heard. */
  private watch(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.retryLater(), SILENCE_MS);
  }

  private hangUp(): void {
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    this.connection?.abort();
    this.connection = null;
  }

  private rest(): void {
    clearTimeout(this.grace);
    this.hangUp();
    this.show("connecting");
  }

  private isResting(): boolean {
    return this.options.pauseWhenHidden === true && document.visibilityState === "hidden";
  }

  private handleBack = (): void => {
    // A sleeping device stops the clock as well: what looks live may have been dead for hours.
    const isStale = Date.now() - this.heardAt > SILENCE_MS;
    if (this.isResting() || (this.connection && this.state === "live" && !isStale)) return;
    this.failures = 0;
    if (this.state === "live") this.expectSoon();
    void this.connect();
  };

  private handleGone = (): void => {
    if (this.connection) this.retryLater();
  };

  private handleVisibility = (): void => {
    if (document.visibilityState === "visible") this.handleBack();
    else if (this.isResting()) this.rest();
  };
}

/** Another try would get the same answer. Too many tries (429) and a busy server are no refusal. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
