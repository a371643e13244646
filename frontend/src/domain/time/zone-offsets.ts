/** How far zones are ahead of UTC, where there is no `Intl` to ask: in the engine of the server. */

/** By zone and instant (ms since 1970): how far ahead of UTC the zone is then (ms). */
export type ZoneOffsets = Record<string, Record<string, number>>;

let table: ZoneOffsets | null = null;

/** From now on offsets come from this table; null for the browser's own. */
export function setZoneOffsets(offsets: ZoneOffsets | null): void {
  table = offsets;
}

/** The offset of a zone in milliseconds; null without a table. Throws for what the table lacks. */
export function findOffset(instant: Date, zone: string): number | null {
  if (!table) return null;
  const offset = table[zone]?.[instant.getTime()];
  if (offset === undefined) throw new RangeError(`No offset of ${zone} at ${instant.getTime()}`);
  return offset;
}
