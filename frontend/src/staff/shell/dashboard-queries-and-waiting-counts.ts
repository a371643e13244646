import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type {
  PlatformDashboard,
  TruckDashboard,
  TruckNeeds,
  WaitingPayments,
} from "@/domain/api/staff-types";
import { dashboardKey } from "@/domain/query-keys";
import { useCurrentUser } from "@/staff/session/session";

const POLL_MS = 30_000;
const NO_PAYMENTS: WaitingPayments = { disputes: 0, answerBy: null, heldPayments: null };

const FRESH = { refetchInterval: POLL_MS, refetchOnMount: "always" } as const;

/** A truck's day and what needs someone there. */
export function truckDashboardQuery(truckId: string) {
  return queryOptions({
    queryKey: dashboardKey(truckId),
    queryFn: ({ signal }) => {
      const params = { path: { truck_id: truckId } };
      return answer(api.GET("/api/trucks/{truck_id}/dashboard", { params, signal }));
    },
    ...FRESH,
  });
}

/** What needs a superadmin, of all trucks. */
export function platformDashboardQuery() {
  return queryOptions({
    queryKey: dashboardKey(null),
    queryFn: ({ signal }) => answer(api.GET("/api/dashboard", { signal })),
    ...FRESH,
  });
}

/** What waits for the user, as the navigation counts it; nothing as long as it is not known. */
interface Waiting {
  /** The lines of "What needs you" on the dashboard. */
  dashboard: number;
  disputes: number;
  heldPayments: number;
}

/** Of all trucks for a superadmin, of the own one for an admin. */
export function useWaiting(): Waiting {
  const { role, truckId } = useCurrentUser();
  const isSuperadmin = role === "superadmin";
  const { data: platform } = useQuery({ ...platformDashboardQuery(), enabled: isSuperadmin });
  const { data: truck } = useQuery({
    ...truckDashboardQuery(truckId ?? ""),
    enabled: !isSuperadmin && truckId !== null,
  });
  const { disputes, heldPayments } = platform?.payments ?? truck?.needs.payments ?? NO_PAYMENTS;
  return { dashboard: countLines(platform, truck), disputes, heldPayments: heldPayments ?? 0 };
}

function countLines(platform?: PlatformDashboard, truck?: TruckDashboard): number {
  if (platform) {
    const { lateTrucks, moreLateTrucks, quietTrucks, moreQuietTrucks } = platform;
    const trucks = lateTrucks.length + moreLateTrucks + quietTrucks.length + moreQuietTrucks;
    const drafts = platform.readyDrafts.length > 0 ? 1 : 0;
    return platformNeeds(platform).length + trucks + drafts;
  }
  return truck ? truckNeeds(truck.needs).length : 0;
}

type Need =
  | "late"
  | "unconfirmed"
  | "payOuts"
  | "disputes"
  | "heldPayments"
  | "failedTexts"
  | "lowCounts"
  | "soldOut";

/** What there is of each kind at a truck, the most urgent first. */
export function truckNeeds(needs: TruckNeeds): Need[] {
  return present([
    ["late", needs.lateOrders],
    ["unconfirmed", needs.unconfirmedOrders],
    ["payOuts", needs.duePayOuts.count],
    ["disputes", needs.payments.disputes],
    ["heldPayments", needs.payments.heldPayments],
    ["failedTexts", needs.failedTexts],
    ["lowCounts", needs.lowCounts.length],
    ["soldOut", needs.soldOut.length],
  ]);
}

/** The same of the platform; trucks with late orders and those that sell nothing are listed by name. */
export function platformNeeds({ payments, failedTexts }: PlatformDashboard): Need[] {
  return present([
    ["heldPayments", payments.heldPayments],
    ["disputes", payments.disputes],
    ["failedTexts", failedTexts],
  ]);
}

function present(counts: [Need, number | null][]): Need[] {
  return counts.filter(([, count]) => count).map(([need]) => need);
}
