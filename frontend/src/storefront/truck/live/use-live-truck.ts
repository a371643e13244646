import { useQueryClient } from "@tanstack/react-query";
import type { MenuItem, Truck } from "@/domain/api/types";
import { useLiveStream } from "@/domain/live/live";
import { nextChange } from "@/domain/schedule/next-change";
import { presentSchedule } from "@/domain/schedule/present-schedule";
import { useAt } from "@/ui/browser/use-at";
import { useNow } from "@/ui/browser/use-now";
import { invalidateMenu, invalidateTruck, truckStream } from "./truck-stream";

/** Keeps a truck and its menu as the server has them while the page is visible. */
export function useLiveTruck(
  slug: string,
  truck: Truck | undefined,
  menu: readonly MenuItem[] | undefined,
): void {
  const client = useQueryClient();
  const truckId = truck?._id ?? "";
  useLiveStream(truck ? truckStream(slug, truckId) : null);
  const now = useNow();
  useAt(truck?.pausedUntil, () => invalidateTruck(client, slug), true);
  useAt(truck && nextChange(presentSchedule(truck, now), now), () => invalidateTruck(client, slug));
  useAt(menu && nextBack(menu), () => invalidateMenu(client, truckId), true);
}

/** The next instant at which something that is sold out comes back by itself. */
function nextBack(menu: readonly MenuItem[]): string | undefined {
  return menu
    .flatMap((item) => [item, ...item.optionGroups.flatMap((group) => group.options)])
    .flatMap(({ soldOutUntil }) => soldOutUntil ?? [])
    .sort((one, other) => Date.parse(one) - Date.parse(other))[0];
}
