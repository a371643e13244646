import type { CSSProperties } from "react";
import { formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import { Box, Text } from "@/ui/layout";
import type { SlotLoad, SlotLoads } from "./api";
import { fullnessWords, loadWords } from "./slot-words";
import styles from "./slots.module.css";

interface SlotBarsProps {
  loads: SlotLoads;
  slots: readonly SlotLoad[];
  /** In one line that scrolls sideways, or one below the other. */
  layout: "strip" | "list";
}

/** Each slot with its time, how full it is as a bar and in numbers, and a word where it is full. */
export function SlotBars({ loads, slots, layout }: SlotBarsProps) {
  const { slotCapacity, timezone } = loads;
  return (
    <ul
      className={styles[layout]}
      aria-label={m.slots.title}
      // A list that scrolls is reached by the keyboard.
      tabIndex={layout === "strip" ? 0 : undefined}
    >
      {slots.map((slot) => {
        const fullness = fullnessWords(slot, slotCapacity);
        return (
          <li key={slot.at} className={styles.slot} data-over={isOver(slot, slotCapacity)}>
            <Text as="time" weight={650} tabular nowrap dateTime={slot.at}>
              {formatTimeOfDay(new Date(slot.at), timezone)}
            </Text>
            {slotCapacity === null ? null : (
              <Box
                as="span"
                block
                full
                className={styles.bar}
                style={{ "--load": Math.min(slot.used / slotCapacity, 1) } as CSSProperties}
              />
            )}
            <Text as="span" size="s" tabular nowrap className={styles.load}>
              {loadWords(slot, slotCapacity)}
            </Text>
            {fullness ? (
              <Badge tone={isOver(slot, slotCapacity) ? "danger" : "neutral"}>{fullness}</Badge>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function isOver({ used }: SlotLoad, capacity: SlotLoads["slotCapacity"]): boolean {
  return capacity !== null && used > capacity;
}
