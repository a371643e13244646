import type { StaffTruck } from "@/domain/api/admin-types";
import { formatTimeOfDay, parseInstant } from "@/domain/values/time";
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
    return { tone: "neutral", word: "Inactive", sentence: "Customers cannot see this truck." };
  }
  if (truck.acceptingOrders) {
    return { tone: "good", word: "Open", sentence: "Taking orders." };
  }
  const until = parseInstant(truck.settings?.pausedUntil);
  const since = until ? `No orders until ${formatTimeOfDay(until, truck.timezone)}` : "No orders";
  const reason = truck.notAcceptingReason ? `: ${truck.notAcceptingReason}` : ".";
  return { tone: "warning", word: "Paused", sentence: since + reason };
}
