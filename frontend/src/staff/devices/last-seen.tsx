import { formatAge } from "@/domain/time/ages";
import { messages as m } from "@/messages";
import type { Column } from "@/ui/content/table";

interface Device {
  lastSeenAt: string | null;
}

/** When the provider, or the server, last heard from a device. */
export function lastSeenColumn<Row extends Device>(now: Date): Column<Row> {
  return {
    key: "seen",
    header: m.devices.lastSeen,
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? (
        <time dateTime={lastSeenAt}>{formatAge(new Date(lastSeenAt), now)}</time>
      ) : (
        m.devices.never
      ),
  };
}
