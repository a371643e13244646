/** Whether this device has a network, as its browser says, and whether the server is reached, as answers show. */
import { useSyncExternalStore } from "react";

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, readOnline, assumeOnline);
}

const readOnline = () => navigator.onLine;
/** Where the page's first image is drawn. */
const assumeOnline = () => true;

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** When the server was last heard, by the device's clock (ms); null before the first answer of this page. */
let heardAt: number | null = null;

export function lastHeardAt(): number | null {
  return heardAt;
}

let isThere = true;
let tellReach: (isThere: boolean) => void = () => undefined;

/** Takes note that the server was heard. */
export function noteContact(): void {
  heardAt = Date.now();
  noteReach(true);
}

/** Takes note of whether a request reached the server. */
export function noteReach(isReached: boolean): void {
  if (isThere === isReached) return;
  isThere = isReached;
  tellReach(isReached);
}

/** Calls when the server is reached no more, and when it is again; one listener. Returns what ends that. */
export function onReach(listener: (isThere: boolean) => void): () => void {
  tellReach = listener;
  if (!isThere) listener(false);
  return () => {
    if (tellReach === listener) tellReach = () => undefined;
  };
}
