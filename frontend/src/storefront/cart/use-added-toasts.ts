import { useCallback, useEffect, useRef } from "react";
import { messages as m } from "@/messages";
import { showToast } from "@/ui/feedback/toast";
import { dismissToast } from "@/ui/feedback/toast-store";

/** Toasts that lead to the cart. They go once it is open or its screen is left, where they would lead nowhere. */
export function useAddedToasts(onViewCart: () => void) {
  const shown = useRef<number[]>([]);
  const dismiss = useCallback(() => {
    for (const id of shown.current.splice(0)) dismissToast(id);
  }, []);
  useEffect(() => dismiss, [dismiss]);

  function show(menuItem: string): void {
    const id = showToast({
      type: "success",
      message: m.cart.added.toast({ menuItem }),
      action: { label: m.cart.added.open, onClick: onViewCart },
    });
    shown.current.push(id);
  }

  return { show, dismiss };
}
