import { useSyncExternalStore } from "react";
import { messages as m } from "@/messages";
import { NoticeBar } from "@/ui/feedback/notice-bar";

/** Said over an open page for as long as the device has no network: nothing on it is live. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(subscribe, readOnline, assumeOnline);
  if (isOnline) return null;
  return <NoticeBar tone="warning">{m.storefront.layout.youSeemOffline}</NoticeBar>;
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
