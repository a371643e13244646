import { useEffect, useState } from "react";
import type { MapPosition } from "@/storefront/map/map-rows";

const KEY = "chuckwagon.position";
const OPTIONS = { maximumAge: 5 * 60_000, timeout: 15_000 };
/** A hundred meters: near enough to sort trucks, and no address. */
const DECIMALS = 3;

type Search = "off" | "asking" | "refused" | "unavailable";

export interface UsePosition {
  position: MapPosition | null;
  search: Search;
  /** Asks the browser for the position; only ever after a press. */
  ask: () => void;
  forget: () => void;
}

/** Where the customer is, if they have said so; kept in this browser until it is forgotten. */
export function usePosition(): UsePosition {
  const [position, setPosition] = useState<MapPosition | null>(null);
  const [search, setSearch] = useState<Search>("off");
  // After the first drawing, which shows what the server knows.
  useEffect(() => setPosition(loadPosition()), []);

  function ask() {
    if (!("geolocation" in navigator)) return setSearch("unavailable");
    setSearch("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const found = { latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) };
        storePosition(found);
        setPosition(found);
        setSearch("off");
      },
      ({ code, PERMISSION_DENIED }) =>
        setSearch(code === PERMISSION_DENIED ? "refused" : "unavailable"),
      OPTIONS,
    );
  }

  function forget() {
    storePosition(null);
    setPosition(null);
    setSearch("off");
  }

  return { position, search, ask, forget };
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS));
}

function loadPosition(): MapPosition | null {
  try {
    const stored: Partial<MapPosition> | null = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const { latitude, longitude } = stored ?? {};
    const isWhole = typeof latitude === "number" && typeof longitude === "number";
    return isWhole ? { latitude, longitude } : null;
  } catch {
    return null;
  }
}

function storePosition(position: MapPosition | null): void {
  try {
    if (position) localStorage.setItem(KEY, JSON.stringify(position));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the position lasts as long as the page.
  }
}
