import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { answer, api, list, whenDone } from "@/domain/api/client";
import type { components } from "@/domain/api/schema.gen";
import { serverConfigQuery } from "@/domain/api/server-config";
import { type PushSupport, pushSupport, showsPushes } from "@/domain/push/push-support";
import { type PushConfig, pushFailure, subscribe } from "@/domain/push/subscribe";
import { orderDevicesKey } from "@/domain/query-keys";
import { like, listOf, stored } from "@/domain/stored";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Switch } from "@/ui/controls/checkbox-and-switch";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack } from "@/ui/layout";

/** Has this device told when the order is ready or its plan changes. Nothing where no push can be sent. */
export function PushSwitches({ token }: { token: string }) {
  const { data: config } = useQuery(serverConfigQuery());
  return config?.push ? <DeviceSwitches push={config.push} token={token} /> : null;
}

function DeviceSwitches({ push, token }: { push: PushConfig; token: string }) {
  const { data: devices, isError, refetch } = useQuery(orderDevicesQuery(token));
  const add = useAddOrderDevice(push, token);
  const remove = useRemoveOrderDevice(token);
  const support = pushSupport();
  const own = devices?.find(({ _id }) => _id === ownDevice(token));
  const isOn = own !== undefined && showsPushes();
  const isBusy = add.isPending || remove.isPending;
  const onError = (error: Error) => showToast({ type: "error", message: pushFailure(error) });

  function change(): void {
    whenDone<unknown>(own && isOn ? remove.mutateAsync(own) : add.mutateAsync(false), { onError });
  }

  return (
    <Stack as="section" gap={2} aria-label={m.device.title}>
      <Switch
        label={m.device.turnOn}
        hint={hintOf(support)}
        checked={isOn}
        disabled={support === "install" || support === "missing" || isBusy || !devices}
        onChange={change}
      />
      {own && isOn ? (
        <Switch
          label={m.device.insteadOfTexts}
          hint={m.device.fallback}
          checked={own.insteadOfSms}
          disabled={isBusy}
          onChange={() => whenDone(add.mutateAsync(!own.insteadOfSms), { onError })}
        />
      ) : null}
      {isError && !devices ? (
        <Row as="p" gap={3} align="center" tone="danger" role="alert">
          {m.push.checkFailed}
          <Button onClick={() => refetch()}>{m.common.tryAgain}</Button>
        </Row>
      ) : null}
    </Stack>
  );
}

function hintOf(support: PushSupport): string {
  return support === "ready" ? m.device.lead : m.push[support];
}

export type OrderDevice = components["schemas"]["OrderDeviceOut"];

function orderDevicesQuery(token: string) {
  return queryOptions({
    queryKey: orderDevicesKey(token),
    queryFn: ({ signal }) =>
      list(api.GET("/api/track/{token}/devices", { params: { path: { token } }, signal })),
    // The server forgets a device whose browser has ended its subscription.
    refetchOnMount: "always",
  });
}

/** Asks for permission and has this device told about the order; again with another choice, that one counts. */
function useAddOrderDevice(push: PushConfig, token: string) {
  return useDeviceChange(token, async (insteadOfSms: boolean) => {
    const subscription = await subscribe(push, "/");
    const call = api.POST("/api/track/{token}/devices", {
      params: { path: { token } },
      body: { subscription, insteadOfSms },
    });
    keepOwnDevice(token, (await answer(call))._id);
  });
}

function useRemoveOrderDevice(token: string) {
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
