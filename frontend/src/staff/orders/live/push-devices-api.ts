import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api, list } from "@/domain/api/client";
import type { PushDevice } from "@/domain/api/staff-types";
import { type PushConfig, subscribe } from "@/domain/push/subscribe";
import { pushDevicesKey } from "@/domain/query-keys";

/** The devices of the signed-in user that hear of new orders. */
export function pushDevicesQuery() {
  return queryOptions({
    queryKey: pushDevicesKey(),
    queryFn: ({ signal }) => list(api.GET("/api/push/devices", { signal })),
    // The server forgets a device whose browser has ended its subscription.
    refetchOnMount: "always",
  });
}

/** Asks for permission and has this device told about the truck's new orders. */
export function useAddDevice(push: PushConfig, truckId: string) {
  return useDeviceChange(async (_: undefined) => {
    const subscription = await subscribe(push, "/admin/");
    const body = { subscription, truckId, name: deviceName(navigator.userAgent) };
    await answer(api.POST("/api/push/devices", { body }));
  });
}

export function useRemoveDevice() {
  return useDeviceChange(async ({ _id }: PushDevice) => {
    const params = { path: { device_id: _id } };
    await answer(api.DELETE("/api/push/devices/{device_id}", { params }));
  });
}

function useDeviceChange<Change>(change: (change: Change) => Promise<void>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushDevicesKey() }),
  });
}

const BROWSERS = [
  ["Edge", /Edg(e|A|iOS)?\//],
  ["Firefox", /Firefox\/|FxiOS\//],
  ["Chrome", /Chrome\/|CriOS\//],
  ["Safari", /Safari\//],
] as const;

const SYSTEMS = [
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["Mac", /Mac/],
  ["Linux", /Linux/],
] as const;

/** What a person calls this device in a list: "Chrome, Android". Empty for an unknown one. */
export function deviceName(userAgent: string): string {
  const names = [BROWSERS, SYSTEMS].map(
    (list) => list.find(([, sign]) => sign.test(userAgent))?.[0],
  );
  return names.filter(Boolean).join(", ");
}
