import { useState } from "react";
import { stored, TEXT } from "@/domain/stored";
import { messages as m } from "@/messages";
import type { TrackedOrder } from "@/storefront/tracking/api";
import { showToast } from "@/ui/feedback/toast";

const keptOrder = stored("kept-order", TEXT);

/** Whether this customer said of the last change of plan that they keep the order; remembered by the browser. */
export function useKept({ _id, change }: TrackedOrder): { isKept: boolean; keep: () => void } {
  const name = `${_id} ${change?.at ?? ""}`;
  const [kept, setKept] = useState(keptOrder.read);
  return {
    isKept: kept === name,
    keep: () => {
      setKept(name);
      keptOrder.write(name);
      showToast({ type: "success", message: m.change.choices.kept });
    },
  };
}
