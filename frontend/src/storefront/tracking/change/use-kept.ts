import { useState } from "react";
import { messages as m } from "@/messages";
import type { TrackedOrder } from "@/storefront/tracking/api";
import { showToast } from "@/ui/feedback/toast";

const STORE = "kept-order";

/** Whether this customer said of the last change of plan that they keep the order; remembered by the browser. */
export function useKept({ _id, change }: TrackedOrder): { isKept: boolean; keep: () => void } {
  const name = `${_id} ${change?.at ?? ""}`;
  const [kept, setKept] = useState(readKept);
  return {
    isKept: kept === name,
    keep: () => {
      setKept(name);
      writeKept(name);
      showToast({ type: "success", message: m.storefront.trackingChange.youKeepIt });
    },
  };
}

// A browser that keeps nothing asks once more after a reload.
function readKept(): string | null {
  try {
    return localStorage.getItem(STORE);
  } catch {
    return null;
  }
}

function writeKept(name: string): void {
  try {
    localStorage.setItem(STORE, name);
  } catch {
    // See above.
  }
}
