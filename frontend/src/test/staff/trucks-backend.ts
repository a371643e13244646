import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ConnectStatus, StaffTruck } from "@/domain/api/staff-types";
import { server } from "@/test/server";
import { aStaffTruck } from "@/test/staff/staff";

export const ID = aStaffTruck()._id;
export const PROVIDER = "https://connect.example/setup/abc";
export const BUSY = { code: "unavailable", error: "Stripe is not answering." };

export function aStatus(overrides: Partial<ConnectStatus> = {}): ConnectStatus {
  return {
    hasStripeAccount: true,
    onboardingComplete: true,
    chargesEnabled: true,
    payoutsEnabled: true,
    requirements: { past_due: [], currently_due: [] },
    ...overrides,
  };
}

export const NO_ACCOUNT = aStatus({
  hasStripeAccount: false,
  onboardingComplete: false,
  chargesEnabled: false,
  payoutsEnabled: false,
});
export const UNFINISHED = aStatus({
  onboardingComplete: false,
  chargesEnabled: false,
  payoutsEnabled: false,
});

export function serveTrucks(...trucks: StaffTruck[]) {
  server.use(http.get("*/api/trucks", () => HttpResponse.json(trucks)));
}

/**
 * Answers with each status in turn, the last one for good; returns the ids it was asked about, and how many of them
 * each request for several has named.
 */
export function serveStatus(...statuses: ConnectStatus[]) {
  const asked: string[] = [];
  const requests: number[] = [];
  const next = (truckId: string) => {
    asked.push(truckId);
    return statuses[Math.min(asked.length, statuses.length) - 1];
  };
  server.use(
    http.get("*/api/stripe/connect/account-status/:id", ({ params }) =>
      HttpResponse.json(next(String(params.id))),
    ),
    http.get("*/api/stripe/connect/account-statuses", ({ request }) => {
      const truckIds = new URL(request.url).searchParams.get("truckIds")?.split(",") ?? [];
      requests.push(truckIds.length);
      const told = truckIds.map((truckId) => ({ truckId, status: next(truckId) }));
      return HttpResponse.json({ statuses: told });
    }),
  );
  return Object.assign(asked, { requests });
}

/** What customers have ordered at every truck; by default nothing. Returns what deletions have agreed to. */
export function serveOpenOrders(
  found: { orders?: number; total?: number; checkouts?: number } = {},
) {
  const { orders = 0, total = 0, checkouts = 0 } = found;
  server.use(
    http.get("*/api/trucks/:id/open-orders", () =>
      HttpResponse.json({ orders, total, refundTotal: total, checkouts, stops: 0 }),
    ),
  );
}

export async function row(name: string) {
  return within(await screen.findByRole("row", { name: new RegExp(name) }));
}

export function aTruckNumber(number: number): StaffTruck {
  return aStaffTruck({
    _id: String(number).padStart(24, "0"),
    name: `Truck ${String(number).padStart(3, "0")}`,
    slug: `truck-${number}`,
  });
}
