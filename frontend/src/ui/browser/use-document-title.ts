import { useEffect } from "react";

/** Names the tab and the history entry: "Checkout · Chuckwagon". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Chuckwagon` : "Chuckwagon";
  }, [title]);
}
