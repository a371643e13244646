import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { ConnectStatus, StaffTruck } from "@/domain/api/staff-types";
import { stripeAccountKey } from "@/domain/query-keys";
import { waysBack } from "./provider-redirects";

/** What the payment provider says about a truck's account now. */
export function connectStatusQuery(truckId: string) {
  return queryOptions({
    queryKey: stripeAccountKey(truckId),
    queryFn: () => readStatus(truckId),
  });
}

/** The trucks whose account is asked for in this task, with what waits for the answers. */
let asked: { truckIds: string[]; statuses: Promise<Map<string, ConnectStatus>> } | null = null;

/** The rows of a table, which appear together, ask with one request. */
async function readStatus(truckId: string): Promise<ConnectStatus> {
  asked ??= askSoon();
  asked.truckIds.push(truckId);
  const status = (await asked.statuses).get(truckId);
  // Alone it is asked for again, to learn why.
  return status ?? readOne(truckId);
}

function askSoon(): NonNullable<typeof asked> {
  const truckIds: string[] = [];
  const statuses = Promise.resolve().then(async () => {
    asked = null;
    return truckIds.length > 1 ? readSeveral(truckIds) : new Map<string, ConnectStatus>();
  });
  return { truckIds, statuses };
}

async function readSeveral(truckIds: readonly string[]): Promise<Map<string, ConnectStatus>> {
  const query = { truckIds: truckIds.join() };
  const { statuses } = (await answer(
    api.GET("/api/stripe/connect/account-statuses", { params: { query } }),
  )) as { statuses: { truckId: string; status: ConnectStatus | null }[] };
  return new Map(statuses.flatMap(({ truckId, status }) => (status ? [[truckId, status]] : [])));
}

function readOne(truckId: string): Promise<ConnectStatus> {
  return answer(
    api.GET("/api/stripe/connect/account-status/{truck_id}", {
      params: { path: { truck_id: truckId } },
    }),
  ) as Promise<ConnectStatus>;
}

export function createStripeAccount(
  truck: StaffTruck,
  idempotencyKey: string,
): Promise<{ accountId: string }> {
  const body = {
    truckId: truck._id,
    email: truck.owner.email || truck.email,
    businessType: "individual" as const,
  };
  const header = { "Idempotency-Key": idempotencyKey };
  return answer(api.POST("/api/stripe/connect/create-account", { params: { header }, body }));
}

/** Where the owner goes on with the provider's questions; the address works once and not for long. */
export async function createOnboardingLink(truckId: string, page: string): Promise<string> {
  const body = { truckId, ...waysBack(truckId, page) };
  const { url } = await answer(api.POST("/api/stripe/connect/account-link", { body }));
  return url;
}
