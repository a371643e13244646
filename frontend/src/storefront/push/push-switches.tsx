import { useQuery } from "@tanstack/react-query";
import { serverConfigQuery } from "@/domain/api/server-config";
import { whenDone } from "@/domain/api/when-done";
import { type PushConfig, pushFailure } from "@/domain/push/subscribe";
import { type PushSupport, pushSupport, showsPushes } from "@/domain/push/support";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Switch } from "@/ui/controls/checkbox-and-switch";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack } from "@/ui/layout";
import {
  orderDevicesQuery,
  ownDevice,
  useAddOrderDevice,
  useRemoveOrderDevice,
} from "./order-devices";

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
