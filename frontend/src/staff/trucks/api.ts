import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ConnectStatus, StaffTruck, TruckSettings } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";
import { allTrucksKey, stripeAccountKey } from "@/domain/query-keys";
import { applyTruck, staffTrucksQuery } from "@/domain/trucks/staff-trucks";
import { refreshUrl, returnUrl } from "@/staff/trucks/payment-account/onboarding-address";

/** What the payment provider says about a truck's account now. */
export function connectStatusQuery(truckId: string) {
  return queryOptions({
    queryKey: stripeAccountKey(truckId),
    queryFn: ({ signal }) =>
      answer(
        api.GET("/api/stripe/connect/account-status/{truck_id}", {
          params: { path: { truck_id: truckId } },
          signal,
        }),
      ) as Promise<ConnectStatus>,
  });
}

export function setTruckActive(truck: StaffTruck, isActive: boolean): Promise<StaffTruck> {
  return answer(
    api.PATCH("/api/trucks/{truck_id}/toggle-active", {
      params: { path: { truck_id: truck._id } },
      body: { isActive },
    }),
  );
}

/** Refused when other orders are open by now than the user has agreed to cancel. */
export function deleteTruck(truckId: string, orders: number): Promise<unknown> {
  return answer(
    api.DELETE("/api/trucks/{truck_id}", {
      params: { path: { truck_id: truckId }, query: { orders } },
    }),
  );
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
export async function createOnboardingLink(truckId: string): Promise<string> {
  const body = { truckId, refreshUrl: refreshUrl(truckId), returnUrl: returnUrl(truckId) };
  const { url } = await answer(api.POST("/api/stripe/connect/account-link", { body }));
  return url;
}

type SettingsChange = Partial<TruckSettings & Pick<StaffTruck, "scheduleMode">>;

/** Changes what is given, the rest stays. */
export function changeSettings(truckId: string, body: SettingsChange): Promise<StaffTruck> {
  return answer(
    api.PATCH("/api/trucks/{truck_id}/settings", {
      params: { path: { truck_id: truckId } },
      body,
    }),
  );
}

/** Shows a changed truck in the table at once, and lets every other list of trucks ask again. */
export function showChangedTruck(client: QueryClient, changed: StaffTruck): Promise<void> {
  applyTruck(client, changed);
  return client.invalidateQueries({ queryKey: allTrucksKey() });
}

export function forgetTruck(client: QueryClient, deleted: StaffTruck): Promise<void> {
  client.setQueryData(staffTrucksQuery().queryKey, (trucks) =>
    trucks?.filter((truck) => truck._id !== deleted._id),
  );
  return client.invalidateQueries({ queryKey: allTrucksKey() });
}
