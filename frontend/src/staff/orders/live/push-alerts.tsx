import { useQuery } from "@tanstack/react-query";
import { whenDone } from "@/domain/api/client";
import { serverConfigQuery } from "@/domain/api/server-config";
import { type PushSupport, pushSupport, showsPushes } from "@/domain/push/push-support";
import { type PushConfig, pushFailure } from "@/domain/push/subscribe";
import { messages as m } from "@/messages";
import styles from "@/staff/shell/shell.module.css";
import { Button } from "@/ui/controls/button";
import { Switch } from "@/ui/controls/checkbox-and-switch";
import { showToast } from "@/ui/feedback/toast";
import { Row } from "@/ui/layout";
import { pushDevicesQuery, useAddDevice, useRemoveDevice } from "./push-devices-api";

/** Has this device tell about the truck's new orders while its screen sleeps. Nothing where no push can be sent. */
export function PushAlerts({ truckId }: { truckId: string }) {
  const { data: config } = useQuery(serverConfigQuery());
  return config?.push ? <AlertSwitch push={config.push} truckId={truckId} /> : null;
}

function AlertSwitch({ push, truckId }: { push: PushConfig; truckId: string }) {
  const { data: devices, isError, refetch } = useQuery(pushDevicesQuery());
  const add = useAddDevice(push, truckId);
  const remove = useRemoveDevice();
  const support = pushSupport();
  const own = devices?.find((device) => device.isCurrent && device.truckId === truckId);
  const isOn = own !== undefined && showsPushes();
  const isBusy = add.isPending || remove.isPending;

  function change(): void {
    const onError = (error: Error) => showToast({ type: "error", message: pushFailure(error) });
    whenDone<unknown>(own && isOn ? remove.mutateAsync(own) : add.mutateAsync(), { onError });
  }

  return (
    <section aria-label={m.alerts.title} className={styles.alerts}>
      <Switch
        label={m.alerts.turnOn}
        hint={hintOf(support, isOn)}
        checked={isOn}
        disabled={support === "install" || support === "missing" || isBusy || !devices}
        onChange={change}
      />
      {isError && !devices ? (
        <Row as="p" gap={3} align="center" tone="danger" role="alert">
          {m.push.checkFailed}
          <Button onClick={() => refetch()}>{m.common.tryAgain}</Button>
        </Row>
      ) : null}
    </section>
  );
}

function hintOf(support: PushSupport, isOn: boolean): string {
  if (support !== "ready") return m.push[support];
  return isOn ? m.alerts.isOnHint : m.alerts.turnOnHint;
}
