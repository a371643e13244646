import { useQuery } from "@tanstack/react-query";
import { configQuery } from "@/domain/api/config";
import { messages as m } from "@/messages";
import { AlertDevices } from "@/staff/orders/alerts/alert-devices";
import styles from "./profile.module.css";

const HEADING = "own-devices";

/** The devices that hear of new orders. Nothing where no push can be sent. */
export function OwnDevices() {
  const { data: config } = useQuery(configQuery());
  if (!config?.push) return null;
  return (
    <section className={styles.form} aria-labelledby={HEADING}>
      <h2 id={HEADING} className={styles.heading}>
        {m.staff.alerts.devices}
      </h2>
      <AlertDevices headingId={HEADING} />
    </section>
  );
}
