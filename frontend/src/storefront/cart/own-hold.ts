import { useMemo } from "react";
import { create } from "zustand";
import type { MenuItem } from "@/domain/api/public-types";
import { type Pieces, withOwnPieces } from "@/domain/menu/counted-stock";
import { like, recordOf, stored } from "@/domain/stored";
import { useNow } from "@/ui/browser/use-now-and-tell-at";

/** What an open checkout of this tab holds of a stop, which others see as taken. */
export interface OwnHold {
  stopId: string | null;
  /** The start of the pickup slot, as ISO 8601. */
  slotAt: string;
  units: number;
  pieces: Pieces;
  /** When it runs out, as ISO 8601. */
  until: string;
}

/** The server gives back what ran out a moment later; until it does, the next checkout still takes it over. */
const GIVEN_BACK_AFTER_MS = 30_000;

const HOLD = like<OwnHold>({ stopId: null, slotAt: "", units: 0, pieces: {}, until: "" });
const kept = stored("chuckwagon.holds", recordOf(HOLD), "session");

/** Holds by the slug of their truck. They live as long as the tab. */
const useHolds = create<{ holds: Record<string, OwnHold> }>()(() => ({
  holds: kept.read() ?? {},
}));
useHolds.subscribe(({ holds }) => kept.write(holds));

export function saveHold(slug: string, hold: OwnHold): void {
  useHolds.setState(({ holds }) => ({ holds: { ...holds, [slug]: hold } }));
}

export function forgetHold(slug: string): void {
  useHolds.setState(({ holds }) => {
    const { [slug]: _forgotten, ...others } = holds;
    return { holds: others };
  });
}

/** What this tab holds at a truck; null once it has run out. */
export function useOwnHold(slug: string): OwnHold | null {
  const now = useNow();
  const hold = useHolds(({ holds }) => holds[slug]);
  return hold && Date.parse(hold.until) + GIVEN_BACK_AFTER_MS > now.getTime() ? hold : null;
}

/** The menu of a stop with what this tab holds of it there; a null stop is that of a truck without stops. */
export function useMenuWithHold<Menu extends readonly MenuItem[] | undefined>(
  slug: string,
  menu: Menu,
  stopId: string | null,
): Menu | MenuItem[] {
  const hold = useOwnHold(slug);
  const pieces = hold?.stopId === stopId ? hold.pieces : undefined;
  return useMemo(() => (menu && pieces ? withOwnPieces(menu, pieces) : menu), [menu, pieces]);
}
