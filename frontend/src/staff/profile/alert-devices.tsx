import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "@/domain/api/errors";
import { serverConfigQuery } from "@/domain/api/server-config";
import type { PushDevice } from "@/domain/api/staff-types";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import { pushDevicesQuery, useRemoveDevice } from "@/staff/orders/live/push-devices-api";
import { Button } from "@/ui/controls/button";
import { useFocusWhenFewer } from "@/ui/controls/use-focus-back";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeleton } from "@/ui/feedback/skeleton";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";

const HEADING = "own-devices";

/** The devices that hear of new orders. Nothing where no push can be sent. */
export function OwnDevices() {
  const { data: config } = useQuery(serverConfigQuery());
  const hasPush = Boolean(config?.push);
  const { data: devices = [] } = useQuery({ ...pushDevicesQuery(), enabled: hasPush });
  const heading = useFocusWhenFewer<HTMLHeadingElement>(devices.length);
  if (!hasPush) return null;
  return (
    <Stack as="section" gap={4} aria-labelledby={HEADING}>
      <Text as="h2" size="xl" id={HEADING} ref={heading} tabIndex={-1}>
        {m.alertDevices.title}
      </Text>
      <AlertDevices headingId={HEADING} />
    </Stack>
  );
}

/** The devices that hear of new orders, each of which the user can take off the list from any other. */
function AlertDevices({ headingId }: { headingId: string }) {
  return (
    <Loaded
      query={useQuery(pushDevicesQuery())}
      skeleton={<Skeleton />}
      failed={m.alertDevices.failed}
      headingLevel="h3"
    >
      {(devices) => <Devices devices={devices} headingId={headingId} />}
    </Loaded>
  );
}

function Devices({ devices, headingId }: { devices: PushDevice[]; headingId: string }) {
  const remove = useRemoveDevice();

  function takeOff(device: PushDevice): void {
    whenDone(remove.mutateAsync(device), {
      onSuccess: () => showToast({ type: "success", message: m.alertDevices.removed }),
      onError: (failure) => showToast({ type: "error", message: errorMessage(failure) }),
    });
  }

  if (devices.length === 0)
    return (
      <Text soft size="s">
        {m.alertDevices.none}
      </Text>
    );
  return (
    <Stack as="ul" gap={2} aria-labelledby={headingId}>
      {devices.map((device) => (
        <Row key={device._id} as="li" gap={4} rowGap={2} align="center" justify="between">
          <div>
            <p>{device.name}</p>
            <Text soft size="s">
              {m.alertDevices.device(device)}
            </Text>
          </div>
          <Button
            aria-label={m.alertDevices.removeNamed(device)}
            disabled={remove.isPending}
            onClick={() => takeOff(device)}
          >
            {m.common.remove}
          </Button>
        </Row>
      ))}
    </Stack>
  );
}
