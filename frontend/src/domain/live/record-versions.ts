import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** A record that events bring: the server raises its version with each change of its state. */
interface VersionedRecord {
  _id: string;
  version: number;
}

interface EventLog {
  /** How many events there were. */
  sequence: number;
  entries: { sequence: number; record: VersionedRecord }[];
  /** The highest version of each record that any event or response brought, by its id. */
  versions: Map<string, number>;
}

/** More than arrive during any request. */
const MAX_ENTRIES = 300;
/** More than the records of a busy day. */
const MAX_VERSIONS = 5_000;
const MAX_FETCHES = 10;

const logs = new WeakMap<QueryClient, EventLog>();

/**
 * Of two states of a record, the one to show: a record never replaces one of a higher version. Equal versions differ
 * in what has no version, such as a refund or an SMS; there the later one counts.
 */
export function newest<Record extends VersionedRecord>(known: Record, incoming: Record): Record {
  return known.version > incoming.version ? known : incoming;
}

/** Logs a record that an event brought; false if a higher version came before, so that it must not be shown. */
export function recordEvent(client: QueryClient, record: VersionedRecord): boolean {
  const log = logOf(client);
  if ((log.versions.get(record._id) ?? 0) > record.version) return false;
  learnVersion(client, record);
  log.sequence += 1;
  log.entries = [...log.entries, { sequence: log.sequence, record }].slice(-MAX_ENTRIES);
  return true;
}

/** Remembers the version of a record; true if it is newer than a version that came before. */
export function learnVersion(client: QueryClient, { _id, version }: VersionedRecord): boolean {
  const { versions } = logOf(client);
  const known = versions.get(_id);
  if (known !== undefined && known >= version) return false;
  versions.delete(_id);
  versions.set(_id, version);
  const [oldest] = versions.keys();
  if (versions.size > MAX_VERSIONS && oldest !== undefined) versions.delete(oldest);
  return known !== undefined;
}

/**
 * A response can be older than an event that arrived while it was in flight. Fetches, then replays those events over
 * the response with `apply`.
 */
export async function fetchWithReplay<Data, Record extends VersionedRecord>(
  client: QueryClient,
  fetch: () => Promise<Data>,
  apply: (data: Data, record: Record) => Data,
): Promise<Data> {
  const { sequence: start } = logOf(client);
  const data = await fetch();
  return logOf(client)
    .entries.filter(({ sequence }) => sequence > start)
    .reduce<Data>((updated, { record }) => apply(updated, record as Record), data);
}

/** Fetches a record that events also bring. */
export function fetchRecord<Record extends VersionedRecord>(
  client: QueryClient,
  fetch: () => Promise<Record>,
): Promise<Record> {
  return fetchWithReplay(client, fetch, (record, event: Record) =>
    event._id === record._id ? newest(record, event) : record,
  );
}

/** Shows a record that an event brought where it stands alone in the cache. */
export function applyRecord<Record extends VersionedRecord>(
  client: QueryClient,
  queryKey: QueryKey,
  record: Record,
): void {
  if (!recordEvent(client, record)) return;
  client.setQueryData<Record>(queryKey, (known) => known && newest(known, record));
}

/** For responses that events cannot patch: fetches again until no event arrived meanwhile, at most 10 times. */
export async function fetchUntilQuiet<Data>(
  client: QueryClient,
  fetch: () => Promise<Data>,
): Promise<Data> {
  for (let fetchesLeft = MAX_FETCHES; ; ) {
    const { sequence: start } = logOf(client);
    const data = await fetch();
    fetchesLeft -= 1;
    if (logOf(client).sequence === start || fetchesLeft === 0) return data;
  }
}

function logOf(client: QueryClient): EventLog {
  const log = logs.get(client) ?? { sequence: 0, entries: [], versions: new Map() };
  logs.set(client, log);
  return log;
}
