import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import type { Truck } from "@/domain/api/public-types";
import { stored, TEXT } from "@/domain/stored";
import { messages as m } from "@/messages";
import { publicTrucksQuery, sortTrucks } from "@/storefront/home/public-trucks-query-and-order";
import type { MapPosition } from "@/storefront/map/map-rows-pins-and-first-view";
import type { TruckMapProps } from "@/storefront/map/truck-map";
import { LOADS_LATER, replayEarlyClicks } from "@/ui/browser/early-clicks";
import { useDebounced } from "@/ui/browser/use-debounced";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { Button } from "@/ui/controls/button";
import { Chip } from "@/ui/controls/chip";
import { Skeleton } from "@/ui/feedback/skeletons";
import { PinIcon } from "@/ui/icons/first-page-icons";
import { SearchInput } from "@/ui/inputs/search-input";
import { ErrorBoundary } from "@/ui/layout/error-boundary";
import {
  type FoundTruck,
  findTrucks,
  isAnySet,
  listCuisines,
  listDiets,
  NO_FILTER,
  type TruckFilter,
  todayQuery,
} from "./find-trucks";
import styles from "./home.module.css";

const TYPING_MS = 300;
const NO_TRUCKS: Truck[] = [];

/** What the list shows instead of all trucks. */
export interface Findings {
  trucks: FoundTruck[];
  /** Takes every filter away. */
  clear: () => void;
}

interface TruckFinderProps {
  /** Gets the trucks to show, null for all of them. */
  onFind: (findings: Findings | null) => void;
  /** Hears whether the map lists them already. */
  onMap: (isShown: boolean) => void;
}

/** Search, filters, "Near me" and the map. */
export function TruckFinder({ onFind, onMap }: TruckFinderProps) {
  // The list loads them. This part comes later, and after a failure it would ask again on its own.
  const { data: trucks = NO_TRUCKS } = useQuery({ ...publicTrucksQuery(), enabled: false });
  const [filter, setFilter] = useState(NO_FILTER);
  const place = usePosition();
  const now = useNow().getTime();
  const sorted = useMemo(() => sortTrucks(trucks, new Date(now)), [trucks, now]);
  const { findings, error } = useFindings(trucks, filter, place.position, () =>
    setFilter(NO_FILTER),
  );
  useEffect(() => onFind(findings), [findings, onFind]);
  useEffect(replayEarlyClicks, []);
  const change = (changes: Partial<TruckFilter>) =>
    setFilter((before) => ({ ...before, ...changes }));
  return (
    <div className={styles.finder} {...LOADS_LATER}>
      <SearchInput
        label={m.home.search}
        value={filter.text}
        onChange={(text) => change({ text })}
      />
      <fieldset className={styles.chips}>
        <legend className="visually-hidden">{m.home.filters}</legend>
        <Chip pressed={filter.openNow} onPress={(openNow) => change({ openNow })}>
          {m.home.openNow}
        </Chip>
        <Chip pressed={filter.today} onPress={(today) => change({ today })}>
          {m.common.today}
        </Chip>
        <NearMe {...place} />
        {listCuisines(trucks).map((cuisine) => (
          <Chip
            key={cuisine}
            pressed={filter.cuisine === cuisine}
            onPress={(pressed) => change({ cuisine: pressed ? cuisine : null })}
          >
            {m.app.cuisineName(cuisine)}
          </Chip>
        ))}
        {listDiets().map(([diet, name]) => (
          <Chip
            key={diet}
            pressed={filter.diet === diet}
            onPress={(pressed) => change({ diet: pressed ? diet : null })}
          >
            {name}
          </Chip>
        ))}
      </fieldset>
      <p role="status" className={styles.notice}>
        {error ? errorMessage(error) : searchNotice(place)}
        {findings && isAnySet(filter) ? (
          <span className="visually-hidden">{m.home.found({ count: findings.trucks.length })}</span>
        ) : null}
      </p>
      {trucks.length > 0 ? (
        <TruckMapOpener
          trucks={findings?.trucks ?? sorted}
          position={place.position}
          onShown={onMap}
        />
      ) : null}
    </div>
  );
}

function NearMe({ position, search, ask, forget }: UsePosition) {
  const isOn = position !== null || search === "asking";
  return (
    <Chip pressed={isOn} onPress={(pressed) => (pressed ? ask() : forget())}>
      {m.home.near.label}
    </Chip>
  );
}

function searchNotice({ search }: UsePosition): string | null {
  if (search === "asking") return m.home.near.finding;
  if (search === "refused") return m.home.near.refused;
  return search === "unavailable" ? m.home.near.unavailable : null;
}

function useFindings(
  trucks: readonly Truck[],
  filter: TruckFilter,
  position: MapPosition | null,
  clear: () => void,
): { findings: Findings | null; error: Error | null } {
  const minute = useNow().getTime();
  const typed = useDebounced(filter.text.trim(), TYPING_MS);
  const { text, openNow, today, cuisine } = filter;
  const query = useQuery(todayQuery(typed, position, filter.diet));
  const { data: found = null, error } = query;
  // What was found for another diet says nothing about this one: the list narrows once the answer is there.
  const diet = query.isSuccess && !query.isPlaceholderData ? filter.diet : null;
  // By the filter's values: React may build a new object of the same values while a change of another is still waiting.
  // biome-ignore lint/correctness/useExhaustiveDependencies: clearing is the same whenever it is called.
  const findings = useMemo(() => {
    const wanted = { text, openNow, today, cuisine, diet };
    if (!isAnySet(wanted) && !position) return null;
    // What was found for other words says nothing about these.
    const ids = (diet ?? typed) && typed === text.trim() ? found?.ids : undefined;
    const known = {
      ids: ids ?? new Set<string>(),
      distances: found?.distances ?? new Map(),
      matches: (ids && found?.matches) ?? new Map(),
    };
    return { trucks: findTrucks(trucks, wanted, known, new Date(minute)), clear };
  }, [trucks, text, openNow, today, cuisine, diet, position, found, typed, minute]);
  return { findings, error };
}

/** That the customer wants the nearest first, never where they were: an earlier release kept that, and is overwritten. */
const wish = stored("chuckwagon.position", TEXT);
const OPTIONS = { maximumAge: 5 * 60_000, timeout: 15_000 };
/** A hundred meters: near enough to sort trucks, and no address. */
const DECIMALS = 3;

type Search = "off" | "asking" | "refused" | "unavailable";

interface UsePosition {
  position: MapPosition | null;
  search: Search;
  /** Asks the browser for the position. The browser itself asks the customer only after a press. */
  ask: () => void;
  forget: () => void;
}

/** Where the customer is, if they have said so. The wish stays in this browser; the place is asked for on each visit. */
function usePosition(): UsePosition {
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

// MapLibre is three times as large as the home page: none of it is loaded before the map is opened.
const TruckMap = lazy(async () => (await import("@/storefront/map/load-truck-map")).loadTruckMap());

/** The button that opens the map, and the map below it. */
function TruckMapOpener(props: TruckMapProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.opener}>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <PinIcon />
        {isOpen ? m.home.map.hide : m.home.map.show}
      </Button>
      {isOpen ? (
        <ErrorBoundary fallback={<p role="alert">{m.home.map.failed}</p>}>
          <Suspense fallback={<Skeleton className={styles.mapSkeleton} height="auto" />}>
            <TruckMap {...props} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </div>
  );
}
