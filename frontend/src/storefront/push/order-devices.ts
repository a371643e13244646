import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api, list } from "@/domain/api/client";
import type { components } from "@/domain/api/schema.gen";
import { type PushConfig, subscribe } from "@/domain/push/subscribe";
import { orderDevicesKey } from "@/domain/query-keys";
import { like, listOf, stored } from "@/domain/stored";

export type OrderDevice = components["schemas"]["OrderDeviceOut"];

export function orderDevicesQuery(token: string) {
  return queryOptions({
    queryKey: orderDevicesKey(token),
    queryFn: ({ signal }) =>
      list(api.GET("/api/track/{token}/devices", { params: { path: { token } }, signal })),
    // The server forgets a device whose browser has ended its subscription.
    refetchOnMount: "always",
  });
}

/** Asks for permission and has this device told about the order; again with another choice, that one counts. */
export function useAddOrderDevice(push: PushConfig, token: string) {
  return useDeviceChange(token, async (insteadOfSms: boolean) => {
    const subscription = await subscribe(push, "/");
    const call = api.POST("/api/track/{token}/devices", {
      params: { path: { token } },
      body: { subscription, insteadOfSms },
    });
    keepOwnDevice(token, (await answer(call))._id);
  });
}

export function useRemoveOrderDevice(token: string) {
  return useDeviceChange(token, async ({ _id }: OrderDevice) => {
    const params = { path: { token, device_id: _id } };
    await answer(api.DELETE("/api/track/{token}/devices/{device_id}", { params }));
    keepOwnDevice(token, null);
  });
}

function useDeviceChange<Change>(token: string, change: (change: Change) => Promise<void>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: orderDevicesKey(token) }),
  });
}

const MAX_ORDERS = 10;

/** Which of an order's devices this browser is (token and device), for the last orders, kept in this browser alone. */
const kept = stored("order-devices", listOf(like([""])));

export function ownDevice(token: string): string | null {
  return kept.read()?.find(([known]) => known === token)?.[1] ?? null;
}

export function keepOwnDevice(token: string, deviceId: string | null): void {
  const others = (kept.read() ?? []).filter(([known]) => known !== token);
  const all = deviceId === null ? others : [[token, deviceId], ...others];
  kept.write(all.slice(0, MAX_ORDERS));
}
