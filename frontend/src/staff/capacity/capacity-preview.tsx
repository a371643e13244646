import { messages as m } from "@/messages";
import styles from "./capacity.module.css";
import { hourly } from "./hourly";

interface CapacityPreviewProps {
  units: number;
  slotMinutes: number;
  walkUpShare: number;
}

/** What a limit of units means for an hour, as it is typed. */
export function CapacityPreview(rule: CapacityPreviewProps) {
  const { units, online } = hourly(rule);
  return (
    <p role="status" className={styles.preview}>
      {m.staff.capacity.anHour({ units })}
      {online < units ? ` ${m.staff.capacity.ofThemOnline({ online })}` : null}
    </p>
  );
}
