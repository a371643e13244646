import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";

const HOUR_MS = 3_600_000;

/** Of 18: "6 PM", "6 p.m.". */
export function hourLabel(hour: number): string {
  const format = new Intl.DateTimeFormat(currentLocale(), {
    hour: "numeric",
    hour12: true,
    timeZone: "UTC",
  });
  // Browsers differ in which space stands before the half of the day.
  return format.format(hour * HOUR_MS).replace(/\s/g, " ");
}

/** Of 18: "6 PM to 7 PM", "6 p.m. a 7 p.m.". */
export function hourName(hour: number): string {
  const [from, to] = [hourLabel(hour), hourLabel((hour + 1) % 24)];
  return m.common.fromTo({ from, to });
}
