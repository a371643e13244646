import { useQuery } from "@tanstack/react-query";
import { configQuery } from "@/domain/api/config";
import { messages as m } from "@/messages";
import { pushDevicesQuery } from "@/staff/orders/live/alerts-api";
import { useFocusWhenFewer } from "@/ui/controls/use-focus-back";
import { Stack, Text } from "@/ui/layout";
import { AlertDevices } from "./alert-devices";

const HEADING = "own-devices";

/** The devices that hear of new orders. Nothing where no push can be sent. */
export function OwnDevices() {
  const { data: config } = useQuery(configQuery());
  const hasPush = Boolean(config?.push);
  const { data: devices = [] } = useQuery({ ...pushDevicesQuery(), enabled: hasPush });
  const heading = useFocusWhenFewer<HTMLHeadingElement>(devices.length);
  if (!hasPush) return null;
  return (
    <Stack as="section" gap={4} aria-labelledby={HEADING}>
      <Text as="h2" size="xl" id={HEADING} ref={heading} tabIndex={-1}>
        {m.alerts.devices}
      </Text>
      <AlertDevices headingId={HEADING} />
    </Stack>
  );
}
