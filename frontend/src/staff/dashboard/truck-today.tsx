import type { StaffTruck } from "@/domain/api/admin-types";
import { formatTimeOfDay, parseInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import styles from "./truck-today.module.css";

interface Standing {
  tone: BadgeTone;
  word: string;
  sentence: string;
}

/** Whether customers can order from the truck at this moment, and if not, why. */
export function TruckToday({ truck }: { truck: StaffTruck }) {
  const { tone, word, sentence } = standingOf(truck);
  return (
    <p className={styles.today}>
      <strong className={styles.name}>{truck.name}</strong>
      <Badge tone={tone}>{word}</Badge>
      <span className={styles.sentence}>{sentence}</span>
    </p>
  );
}

function standingOf(truck: StaffTruck): Standing {
  if (!truck.isActive) {
    return {
      tone: "neutral",
      word: m.staff.dashboard.inactive,
      sentence: m.staff.dashboard.customersCannotSeeThisTruck,
    };
  }
  if (truck.acceptingOrders) {
    return {
      tone: "good",
      word: m.staff.dashboard.open2,
      sentence: m.staff.dashboard.takingOrders,
    };
  }
  const until = parseInstant(truck.settings?.pausedUntil);
  const since = until
    ? m.staff.dashboard.noOrdersUntil({ until: formatTimeOfDay(until, truck.timezone) })
    : m.staff.dashboard.noOrders;
  const reason = truck.notAcceptingReason ? `: ${truck.notAcceptingReason}` : ".";
  return { tone: "warning", word: m.staff.dashboard.paused, sentence: since + reason };
}
