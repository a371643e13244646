import { useQuery } from "@tanstack/react-query";
import { configQuery } from "@/domain/api/config";
import { messages as m } from "@/messages";
import { pushDevicesQuery } from "@/staff/orders/alerts/alerts-api";
import { useFocusWhenFewer } from "@/ui/controls/use-focus-when-fewer";
import { AlertDevices } from "./alert-devices";
import styles from "./profile.module.css";

const HEADING = "own-devices";

/** The devices that hear of new orders. Nothing where no push can be sent. */
export function OwnDevices() {
  const { data: config } = useQuery(configQuery());
  const hasPush = Boolean(config?.push);
  const { data: devices = [] } = useQuery({ ...pushDevicesQuery(), enabled: hasPush });
  const heading = useFocusWhenFewer<HTMLHeadingElement>(devices.length);
  if (!hasPush) return null;
  return (
    <section className={styles.form} aria-labelledby={HEADING}>
      <h2 id={HEADING} ref={heading} tabIndex={-1} className={styles.heading}>
        {m.alerts.devices}
      </h2>
      <AlertDevices headingId={HEADING} />
    </section>
  );
}
