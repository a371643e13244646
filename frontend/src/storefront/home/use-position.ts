import { useEffect, useState } from "react";
import { stored, TEXT } from "@/domain/stored";
import type { MapPosition } from "@/storefront/map/map-rows";

/** That the customer wants the nearest first, never where they were: an earlier release kept that, and is overwritten. */
const wish = stored("chuckwagon.position", TEXT);
const OPTIONS = { maximumAge: 5 * 60_000, timeout: 15_000 };
/** A hundred meters: near enough to sort trucks, and no address. */
const DECIMALS = 3;

type Search = "off" | "asking" | "refused" | "unavailable";

export interface UsePosition {
  position: MapPosition | null;
  search: Search;
  /** Asks the browser for the position. The browser itself asks the customer only after a press. */
  ask: () => void;
  forget: () => void;
}

/** Where the customer is, if they have said so. The wish stays in this browser; the place is asked for on each visit. */
export function usePosition(): UsePosition {
  const [position, setPosition] = useState<MapPosition | null>(null);
  const [search, setSearch] = useState<Search>("off");
  // After the first drawing, which shows what the server knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit.
  useEffect(() => {
    if (wish.read() !== null) ifAllowed(ask);
  }, []);

  function ask() {
    if (!("geolocation" in navigator)) return setSearch("unavailable");
    setSearch("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const found = { latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) };
        wish.write("near me");
        setPosition(found);
        setSearch("off");
      },
      ({ code, PERMISSION_DENIED }) =>
        setSearch(code === PERMISSION_DENIED ? "refused" : "unavailable"),
      OPTIONS,
    );
  }

  function forget() {
    wish.write(null);
    setPosition(null);
    setSearch("off");
  }

  return { position, search, ask, forget };
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS));
}

/** Without a press only where the browser will not ask. One that cannot say so (Safari 15) asks, or remembers. */
async function ifAllowed(act: () => void): Promise<void> {
  try {
    const { state } = await navigator.permissions.query({ name: "geolocation" });
    if (state !== "granted") return;
  } catch {
    // See above.
  }
  act();
}
