import { useEffect, useEffectEvent, useState } from "react";
import { apiBaseUrl } from "@/domain/api/base-url";
import { authorizationHeader, reportUnauthorized } from "@/domain/api/client";
import { followStream, type StreamEvent, type StreamState } from "@/domain/api/event-stream";

export interface LiveState {
  /** `lost` comes a moment after the connection broke; a quick restart of the server stays unseen. */
  state: StreamState;
  /** When the server was last heard (ms), while the stream is lost. */
  lostSince: number | null;
}

export interface LiveHandlers {
  /** The first event of each connection. Unless `resumed`, whatever is shown has to be read again. */
  onHello: (resumed: boolean) => void;
  onEvent: (name: string, data: unknown) => void;
}

const CONNECTING: LiveState = { state: "connecting", lostSince: null };

/** Follows a stream of the API while mounted; none while the path is null. */
export function useLiveStream(
  path: string | null,
  handlers: LiveHandlers,
  { pauseWhenHidden = false }: { pauseWhenHidden?: boolean } = {},
): LiveState {
  const [live, setLive] = useState(CONNECTING);
  const handleEvent = useEffectEvent((event: StreamEvent) => dispatchEvent(event, handlers));
  useEffect(() => {
    if (path === null) return;
    setLive(CONNECTING);
    return followStream({
      url: `${apiBaseUrl()}${path}`,
      headers: authorizationHeader,
      pauseWhenHidden,
      onEvent: (event) => handleEvent(event),
      onState: (state, lostSince) => setLive({ state, lostSince }),
      onRefused: (status, headers) => {
        if (status === 401) reportUnauthorized(headers);
      },
    });
  }, [path, pauseWhenHidden]);
  return path === null ? CONNECTING : live;
}

function dispatchEvent({ name, data }: StreamEvent, { onHello, onEvent }: LiveHandlers): void {
  const content = parse(data);
  if (name === "hello") onHello(isResumed(content));
  // What cannot be read may have been anything: everything is read again.
  else if (content === undefined) onHello(false);
  else onEvent(name, content);
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
