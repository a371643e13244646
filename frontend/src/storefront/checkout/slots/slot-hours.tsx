import { useId, useState } from "react";
import { presentTime } from "@/domain/time/server-clock";
import { formatDay, formatTimeOfDay } from "@/domain/time/time-words";
import { dayInZone } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import styles from "@/storefront/checkout/checkout.module.css";
import { RadioBox } from "@/ui/controls/radio-choices";
import { Box, Stack, Text } from "@/ui/layout";
import type { OfferedSlot, OfferedSlots } from "./api";
import { isSameInstant, type SlotHour, slotsByHour } from "./offered-slots";

/** A stop of an afternoon is seen whole; of a longer time only what is near. */
const HOURS_SHOWN = 4;

interface SlotHoursProps {
  offered: OfferedSlots;
  /** The slot that the customer's own checkout holds. */
  heldAt: string | null;
  /** Whether the order is as it was paid for, so that it cannot leave out what a slot does not serve. */
  isPaid?: boolean;
  name: string;
  chosen: string;
  onChoose: (slotAt: string) => void;
}

/** The slots of a stop by the hour, under the day where that is not today. */
export function SlotHours({ offered, heldAt, ...radios }: SlotHoursProps) {
  const hours = slotsByHour(offered);
  const [isAllShown, setAllShown] = useState(false);
  const chosenHour = hours.findIndex(({ slots }) => slots.some(({ at }) => at === radios.chosen));
  const isShort = isAllShown || hours.length <= HOURS_SHOWN || chosenHour >= HOURS_SHOWN;
  const shown = isShort ? hours : hours.slice(0, HOURS_SHOWN);
  return (
    <>
      {shown.map((hour, index) => (
        <Hour
          key={hour.slots[0]?.at}
          hour={hour}
          day={newDay(hour, hours[index - 1], offered.timezone)}
          zone={offered.timezone}
          heldAt={heldAt}
          {...radios}
        />
      ))}
      {isShort ? null : (
        <Box
          as="button"
          bare
          justifySelf="start"
          target
          tone="plain"
          type="button"
          className={styles.more}
          onClick={() => setAllShown(true)}
        >
          {m.pickup.showAll}
        </Box>
      )}
    </>
  );
}

interface HourProps extends Omit<SlotHoursProps, "offered"> {
  hour: SlotHour;
  day: string | null;
  zone: string;
}

function Hour({ hour, day, zone, heldAt, isPaid, ...radios }: HourProps) {
  const headingId = useId();
  return (
    <>
      {day ? (
        <Text marginTop={2} weight={700}>
          {day}
        </Text>
      ) : null}
      {/* the group of radios is the fieldset around all hours. */}
      <Stack gap={2} role="group" aria-labelledby={headingId} className={styles.hour}>
        <Text paddingTop={3} soft tabular id={headingId} className={styles.hourName}>
          {hour.name}
        </Text>
        <Stack gap={2} className={styles.slots}>
          {hour.slots.map((slot) => (
            <RadioBox
              key={slot.at}
              value={slot.at}
              disabled={slot.state === "full" || (isPaid && slot.isServed === false)}
              {...radios}
            >
              <SlotWords
                slot={slot}
                time={formatTimeOfDay(new Date(slot.at), zone)}
                isHeld={heldAt !== null && isSameInstant(heldAt, slot.at)}
              />
            </RadioBox>
          ))}
        </Stack>
      </Stack>
    </>
  );
}

function SlotWords({ slot, time, isHeld }: { slot: OfferedSlot; time: string; isHeld: boolean }) {
  if (slot.state === "full") {
    return (
      <>
        <s>{time}</s>{" "}
        <Text as="span" block soft size="xs" weight={600}>
          {m.common.full}
        </Text>
      </>
    );
  }
  const note = noteOf(slot, isHeld);
  return (
    <>
      {time}{" "}
      {note ? (
        <Text as="span" block soft size="xs" weight={600}>
          {note}
        </Text>
      ) : null}
    </>
  );
}

function noteOf(slot: OfferedSlot, isHeld: boolean): string | null {
  if (slot.isServed === false) return m.pickup.notServed;
  if (isHeld) return m.pickup.held;
  return slot.state === "few" ? m.pickup.fewLeft : null;
}

/** The day of an hour, where it begins a day that is not today. */
function newDay(hour: SlotHour, before: SlotHour | undefined, zone: string): string | null {
  const dayOf = (at: string) => dayInZone(new Date(at), zone);
  const at = hour.slots[0]?.at ?? "";
  const previous = before?.slots[0]?.at;
  const shown = previous ? dayOf(previous) : dayInZone(presentTime(), zone);
  return dayOf(at) === shown ? null : formatDay(new Date(at), zone);
}
