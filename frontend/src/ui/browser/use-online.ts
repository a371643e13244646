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
