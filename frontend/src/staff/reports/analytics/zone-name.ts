import { currentLocale } from "@/messages/language";
/** A zone for people: "Pacific Time (America/Los_Angeles)"; its bare name where the browser knows no other. */
export function zoneName(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat(currentLocale(), {
      timeZone: zone,
      timeZoneName: "longGeneric",
    }).formatToParts(new Date());
    const name = parts.find(({ type }) => type === "timeZoneName")?.value;
    return name ? `${name} (${zone})` : zone;
  } catch {
    return zone;
  }
}
