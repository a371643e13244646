import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ConnectStatus, StaffTruck } from "@/api/admin-types";
import { apiDelete, apiGet, apiPatch, apiPost } from "@/api/client";
import { staffTrucksQuery } from "@/api/staff-trucks";
import { refreshUrl, returnUrl } from "./onboarding-address";

/** What the payment provider says about a truck's account now. */
export function connectStatusQuery(truckId: string) {
  return queryOptions({
    queryKey: ["stripe", "account-status", truckId],
    queryFn: ({ signal }) =>
      apiGet<ConnectStatus>(`/stripe/connect/account-status/${encodeURIComponent(truckId)}`, {
        signal,
      }),
  });
}

export function setTruckActive(truck: StaffTruck, isActive: boolean): Promise<StaffTruck> {
  return apiPatch<StaffTruck>(`/trucks/${encodeURIComponent(truck._id)}/toggle-active`, {
    isActive,
  });
}

export function deleteTruck(truck: StaffTruck): Promise<{ deleted: boolean }> {
  return apiDelete<{ deleted: boolean }>(`/trucks/${encodeURIComponent(truck._id)}`);
}

export function createStripeAccount(
  truck: StaffTruck,
  idempotencyKey: string,
): Promise<{ accountId: string }> {
  const body = {
    truckId: truck._id,
    email: truck.owner.email || truck.email,
    businessType: "individual",
  };
  return apiPost<{ accountId: string }>("/stripe/connect/create-account", body, {
    headers: { "Idempotency-Key": idempotencyKey },
  });
}

/** Where the owner goes on with the provider's questions; the address works once and not for long. */
export async function createOnboardingLink(truckId: string): Promise<string> {
  const { url } = await apiPost<{ url: string }>("/stripe/connect/account-link", {
    truckId,
    refreshUrl: refreshUrl(truckId),
    returnUrl: returnUrl(truckId),
  });
  return url;
}

/** Shows a changed truck in the table at once, and lets every other list of trucks ask again. */
export function showChangedTruck(client: QueryClient, changed: StaffTruck): Promise<void> {
  client.setQueryData(staffTrucksQuery().queryKey, (trucks) =>
    trucks?.map((truck) => (truck._id === changed._id ? changed : truck)),
  );
  return client.invalidateQueries({ queryKey: ["trucks"] });
}

export function forgetTruck(client: QueryClient, deleted: StaffTruck): Promise<void> {
  client.setQueryData(staffTrucksQuery().queryKey, (trucks) =>
    trucks?.filter((truck) => truck._id !== deleted._id),
  );
  return client.invalidateQueries({ queryKey: ["trucks"] });
}
