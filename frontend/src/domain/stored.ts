/**
 * What the browser keeps for the next page or visit, read by one rule: getting the storage may throw, it may be full, and
 * what is there may be damaged or of another release. What cannot be kept lives as long as the page.
 */

type Area = "local" | "session";
const LOCAL: Area = "local";

/**
 * Any Standard Schema, those of Valibot among them. What the first pages load uses `like` and `listOf`: Valibot is one
 * module, and whatever any page uses of it would be in their download (15 kB).
 */
export interface Schema<Value> {
  readonly "~standard": {
    readonly validate: (value: unknown) => unknown;
    readonly types?: { readonly output: Value } | undefined;
  };
}

export interface Stored<Value> {
  /** The same value until the text changes; null where nothing that fits is kept. */
  read: () => Value | null;
  /** Null removes it. */
  write: (value: Value | null) => void;
  /** Whether what was written outlives the page. */
  isKept: () => boolean;
  /** Calls when the value changes, in any tab. Returns what ends that. */
  subscribe: (listener: () => void) => () => void;
}

/** What no storage took, by area and key; null for what could not be removed. */
const memory = new Map<string, string | null>(takeOver());
const listeners = new Map<string, Set<() => void>>();

/** A text is kept as it is, everything else as JSON. `local` is for later visits, `session` for this tab. */
export function stored<Value>(
  key: string,
  schema: Schema<Value>,
  area: Area = "local",
): Stored<Value> {
  let seen: { text: string | null; value: Value | null } = { text: null, value: null };
  return {
    read: () => {
      const text = readText(area, key);
      if (text !== seen.text) seen = { text, value: parse(schema, text) };
      return seen.value;
    },
    write: (value) => {
      const text = textOf(value);
      writeText(area, key, text);
      seen = { text, value };
      for (const tell of listeners.get(key) ?? []) tell();
    },
    isKept: () => storageOf(area) !== null && !memory.has(area + key),
    subscribe: (listener) => subscribe(key, listener),
  };
}

export const TEXT: Schema<string> = like("");

/** What has the types of an example, in all its keys and for every entry of its lists; null there stands for anything. */
export function like<Value>(example: Value): Schema<Value> {
  return schemaOf((value) => (isLike(value, example) ? (value as Value) : undefined));
}

/** One of these texts. */
export function oneOf<Value extends string>(values: readonly Value[]): Schema<Value> {
  return schemaOf((value) => values.find((each) => each === value));
}

/** A list without the entries that do not fit. */
export function listOf<Entry>(entry: Schema<Entry>): Schema<Entry[]> {
  return schemaOf((value) =>
    Array.isArray(value)
      ? value.map((each) => fitting(entry, each)).filter((each) => each !== undefined)
      : undefined,
  );
}

/** The values of an object by key, without those that do not fit. */
export function recordOf<Value>(entry: Schema<Value>): Schema<Record<string, Value>> {
  return schemaOf((value) => {
    if (typeof value !== "object" || value === null) return undefined;
    const entries = Object.entries(value).map(([key, each]) => [key, fitting(entry, each)]);
    return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
  });
}

/** A schema by what it makes of a value; undefined where it does not fit. */
export function schemaOf<Value>(read: (value: unknown) => Value | undefined): Schema<Value> {
  const validate = (value: unknown) => {
    const output = read(value);
    return output === undefined ? { issues: [] } : { value: output };
  };
  return { "~standard": { validate } };
}

export function fitting<Value>({ "~standard": { validate } }: Schema<Value>, value: unknown) {
  const result = validate(value) as { issues?: unknown; value: Value };
  return result.issues ? undefined : result.value;
}

function isLike(value: unknown, example: unknown): boolean {
  if (example === null) return true;
  if (Array.isArray(example))
    return Array.isArray(value) && value.every((each) => isLike(each, example[0] ?? null));
  if (typeof value !== typeof example || value === null) return false;
  return (
    typeof example !== "object" ||
    Object.entries(example).every(([key, each]) => isLike((value as never)[key], each))
  );
}

/** The keys that begin so, of the storage for later visits and of what could not be kept there. */
export function keysBeginningWith(prefix: string): string[] {
  const storage = storageOf("local");
  const keys = storage ? Object.keys(storage) : [];
  for (const key of memory.keys()) if (key.startsWith(LOCAL)) keys.push(key.slice(LOCAL.length));
  return [...new Set(keys)].filter((key) => key.startsWith(prefix));
}

/** Whether everything that was written outlives the page. */
export function isVisitKept(): boolean {
  return memory.size === 0;
}

/** Loads the page again. What no storage took is handed over to it, once, in the entry of the browser's history. */
export function reloadPage(): void {
  if (memory.size > 0) {
    const state = { ...window.history.state, memory: [...memory] };
    window.history.replaceState(state, "");
  }
  window.location.reload();
}

function takeOver(): [string, string | null][] {
  const { memory: handedOver, ...state } = globalThis.history?.state ?? {};
  if (handedOver) window.history.replaceState(state, "");
  return handedOver ?? [];
}

/** Null where the browser forbids it: then reading the property throws. */
function storageOf(area: Area): Storage | null {
  try {
    return (area === "local" ? globalThis.localStorage : globalThis.sessionStorage) ?? null;
  } catch {
    return null;
  }
}

function readText(area: Area, key: string): string | null {
  const unkept = memory.get(area + key);
  if (unkept !== undefined) return unkept;
  try {
    return storageOf(area)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function writeText(area: Area, key: string, text: string | null): void {
  const storage = storageOf(area);
  try {
    if (!storage) throw new Error("No storage");
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
    memory.delete(area + key);
  } catch {
    memory.set(area + key, text);
  }
}

function textOf(value: unknown): string | null {
  return value === null || typeof value === "string" ? value : JSON.stringify(value);
}

function parse<Value>(schema: Schema<Value>, text: string | null): Value | null {
  if (text === null) return null;
  try {
    return fitting(schema, text) ?? fitting(schema, JSON.parse(text)) ?? null;
  } catch {
    return null;
  }
}

function subscribe(key: string, listener: () => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    // Without a key everything was cleared at once.
    if (event.key === key || event.key === null) listener();
  };
  const ours = listeners.get(key) ?? new Set();
  listeners.set(key, ours.add(listener));
  globalThis.addEventListener?.("storage", handleStorage);
  return () => {
    ours.delete(listener);
    globalThis.removeEventListener?.("storage", handleStorage);
  };
}
