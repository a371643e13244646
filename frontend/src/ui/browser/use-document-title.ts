import { useEffect } from "react";
import { messages as m } from "@/messages";

/** Names the tab and the history entry: "Checkout · Chuckwagon". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title ? m.app.title({ title }) : "Chuckwagon";
  }, [title]);
}
