import { useState } from "react";
import type { OverCapacity } from "./api";

/** The question about an order that does not fit into its slot. Its words stay while its dialog closes. */
export function useFullSlot() {
  const [asked, setAsked] = useState<{ slot: OverCapacity; open: boolean } | null>(null);
  return {
    slot: asked?.slot ?? null,
    isAsked: asked?.open === true,
    ask: (slot: OverCapacity) => setAsked({ slot, open: true }),
    close: () => setAsked((before) => before && { ...before, open: false }),
  };
}
