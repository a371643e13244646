import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { MenuItem, Truck } from "@/domain/api/types";
import { useLiveStream } from "@/domain/live";
import { publicMenuQuery } from "@/domain/menu/api";
import { replaceRecord } from "@/domain/replace-record";
import { truckBySlugQuery } from "@/domain/trucks/api";
import { useWhenOver } from "@/ui/browser/use-when-over";

/** Long enough to take a whole import for one change, short enough to be seen as at once. */
const GATHER_MS = 100;
/** A crowd in front of one truck must not ask in the same instant. */
const SPREAD_MS = 500;

/** Keeps a truck and its menu as the server has them, as long as somebody looks. */
export function useLiveTruck(slug: string, truck: Truck | undefined): void {
  const client = useQueryClient();
  const truckId = truck?._id ?? "";
  const { data: menu } = useQuery(publicMenuQuery(truckId));
  const invalidateTruck = () => {
    void client.invalidateQueries({ queryKey: truckBySlugQuery(slug).queryKey });
  };
  const invalidateMenu = () => {
    void client.invalidateQueries({ queryKey: publicMenuQuery(truckId).queryKey });
  };
  const menuSoon = useSoon(invalidateMenu);

  useLiveStream(
    truck ? `/trucks/${truckId}/stream` : null,
    {
      onHello: (resumed) => {
        if (resumed) return;
        invalidateTruck();
        invalidateMenu();
      },
      onEvent: (name, data) => {
        if (name === "menu") menuSoon();
        if (name === "truck" && isTruck(data, truckId)) {
          replaceRecord(client, truckBySlugQuery(slug).queryKey, data);
        }
      },
    },
    { pauseWhenHidden: true },
  );
  useWhenOver(truck?.pausedUntil, invalidateTruck);
  useWhenOver(menu && nextBack(menu), invalidateMenu);
}

/** The next instant at which something that is sold out comes back by itself. */
function nextBack(menu: readonly MenuItem[]): string | undefined {
  return menu
    .flatMap((item) => [item, ...item.optionGroups.flatMap((group) => group.options)])
    .flatMap(({ soldOutUntil }) => soldOutUntil ?? [])
    .sort((one, other) => Date.parse(one) - Date.parse(other))[0];
}

/** Calls once for several wishes that come together. */
function useSoon(call: () => void): () => void {
  const latest = useRef(call);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = call;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        latest.current();
      },
      GATHER_MS + Math.random() * SPREAD_MS,
    );
  };
}

function isTruck(data: unknown, truckId: string): data is Truck {
  return (data as Partial<Truck> | null)?._id === truckId;
}
