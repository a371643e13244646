import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { authorizationHeader, reportUnauthorized } from "@/domain/api/client";
import { apiBaseUrl } from "@/domain/api/transport/base-url-and-send-and-forget";
import { followStream, type StreamEvent, type StreamState } from "./event-stream";

export interface LiveState {
  /** `lost` comes a moment after the connection broke; a quick restart of the server stays unseen. */
  state: StreamState;
  /** When the server was last heard (ms), while the stream is lost. */
  lostSince: number | null;
}

/** A stream of the API, and how its events get into the query cache. */
export interface LiveSource {
  path: string;
  apply: (client: QueryClient, name: string, data: unknown) => void;
  /** After a gap in the stream: whatever is shown may be old. */
  invalidate: (client: QueryClient) => void;
  /** The last change that what is shown at first surely has; without it, all is read again at the first contact. */
  since?: (client: QueryClient) => string | undefined;
  /** Rests while the page is hidden. */
  pauseWhenHidden?: boolean;
  /** For how long a lost stream is not worth a word. */
  graceMs?: number;
}

interface Follower {
  onState: (live: LiveState) => void;
  onEvent: (name: string, data: unknown) => void;
}

interface SharedStream {
  live: LiveState;
  followers: Set<Follower>;
  /** Until the first contact: the last change that is known before it, and when it was known. */
  since: { id: string; at: number } | null;
  stop: () => void;
}

/** The server keeps changes for a day. */
const FORGETS_NOTHING_MS = 3_600_000;

const CONNECTING: LiveState = { state: "connecting", lostSince: null };

/** The open streams of each app, by path and by whether they rest. */
const openStreams = new WeakMap<QueryClient, Map<string, SharedStream>>();

/**
 * Follows a stream while mounted; none for null. All screens of an app that follow the same one share its connection,
 * and each event is applied to the cache once. `onEvent` also gets each event, after that.
 */
export function useLiveStream(
  source: LiveSource | null,
  onEvent?: (name: string, data: unknown) => void,
): LiveState {
  const client = useQueryClient();
  const [live, setLive] = useState(CONNECTING);
  const handleEvent = useEffectEvent((name: string, data: unknown) => onEvent?.(name, data));
  const key = source && keyOf(source);
  const join = useEffectEvent(() => {
    const follower = {
      onState: setLive,
      onEvent: (name: string, data: unknown) => handleEvent(name, data),
    };
    return source ? joinStream(client, source, follower) : undefined;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the source, which each drawing makes.
  useEffect(() => join(), [client, key]);
  return source ? live : CONNECTING;
}

function joinStream(client: QueryClient, source: LiveSource, follower: Follower): () => void {
  const streams = openStreams.get(client) ?? new Map<string, SharedStream>();
  openStreams.set(client, streams);
  const key = keyOf(source);
  const stream = streams.get(key) ?? openStream(client, source, () => streams.delete(key));
  streams.set(key, stream);
  stream.followers.add(follower);
  follower.onState(stream.live);
  return () => {
    stream.followers.delete(follower);
    // The next screen joins in the same turn as this one leaves.
    queueMicrotask(() => {
      if (stream.followers.size > 0) return;
      stream.stop();
      if (streams.get(key) === stream) streams.delete(key);
    });
  };
}

/** `forget` is called when the server refuses the stream: the next screen tries again. */
function openStream(client: QueryClient, source: LiveSource, forget: () => void): SharedStream {
  const since = source.since?.(client);
  const stream: SharedStream = {
    live: CONNECTING,
    followers: new Set(),
    since: since === undefined ? null : { id: since, at: Date.now() },
    stop: () => undefined,
  };
  stream.stop = followStream({
    url: `${apiBaseUrl()}${source.path}`,
    since,
    headers: authorizationHeader,
    pauseWhenHidden: source.pauseWhenHidden === true,
    ...(source.graceMs === undefined ? {} : { graceMs: source.graceMs }),
    onEvent: (event) => dispatchEvent(client, source, stream, event),
    onState: (state, lostSince) => {
      stream.live = { state, lostSince };
      for (const { onState } of stream.followers) onState(stream.live);
    },
    onRefused: (status, headers) => {
      forget();
      if (status === 401) reportUnauthorized(headers);
    },
  });
  return stream;
}

function dispatchEvent(
  client: QueryClient,
  source: LiveSource,
  stream: SharedStream,
  { id, name, data }: StreamEvent,
): void {
  const content = parse(data);
  // The server cannot resume from a change that it does not keep, but nothing has changed where it is still the last.
  const { since } = stream;
  const isNothingNew =
    since !== null && since.id === id && Date.now() - since.at < FORGETS_NOTHING_MS;
  stream.since = null;
  if (name === "hello" && (isResumed(content) || isNothingNew)) return;
  // What cannot be read may have been anything: everything is read again.
  if (name === "hello" || content === undefined) {
    source.invalidate(client);
    return;
  }
  source.apply(client, name, content);
  for (const { onEvent } of stream.followers) onEvent(name, content);
}

function keyOf({ path, pauseWhenHidden }: LiveSource): string {
  return pauseWhenHidden ? `${path} visible` : path;
}

function isResumed(content: unknown): boolean {
  return (content as { resumed?: unknown } | null | undefined)?.resumed === true;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
