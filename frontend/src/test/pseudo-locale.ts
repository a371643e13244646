import { addMessages, type Catalog } from "@/messages";
import { catalogsOf } from "./speak";

const [START, END] = ["⟦", "⟧"];
/** Stands in for a value, to see whether a sentence says it. */
const OTHER = "⟪value⟫";
/** Attributes that a person sees or hears. */
const READ_OUT = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"];
const ATTRIBUTES = [...READ_OUT, "placeholder", "title", "alt"];
/** Code and styles, and what `renderApp` adds to a page. */
const UNREAD = 'script, style, output[aria-label="Address"]';
const HOST = globalThis.location?.host ?? "localhost";
/** The same in every language: names, formats, and what is printed on a key. */
const SYMBOLS = [
  "https://",
  "http://",
  "Chuckwagon",
  "English",
  "Español",
  "CSV",
  "Stripe",
  "Enter",
  HOST,
];
/** Of the trucks and places in the tests. */
const ZONES = ["America/Los_Angeles", "America/New_York"];
const CALENDAR = calendarWords();
/** Unlike a code of the server, such as `pending`: with more than small letters, or an id. */
const IS_DATA = /[^a-z_.]|^[0-9a-f]{24}$/;

/** Lets the screens say ⟦each sentence⟧ of the catalogs in brackets, until `speak` is called. */
export function speakPseudo(): void {
  addMessages("en", ...catalogsOf("en").map(bracketed));
}

function bracketed(catalog: Catalog): Catalog {
  return wrapped(catalog) as Catalog;
}

/** The same tree with each sentence in brackets; what a function was given stands outside of them. */
function wrapped(value: unknown): unknown {
  if (typeof value === "string") return START + value + END;
  if (typeof value === "function") {
    return (...given: unknown[]) => withoutGiven(value as Sentence, given);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wrapped(inner)]));
}

type Sentence = (...given: unknown[]) => unknown;

/** A word that a screen hands to a sentence is not the catalog's: only the rest of the sentence is in brackets. */
function withoutGiven(sentence: Sentence, given: unknown[]): unknown {
  const said = sentence(...given);
  if (typeof said !== "string") return wrapped(said);
  const own = wordsIn(given)
    .filter((word) => isSaid(sentence, given, word))
    .reduce((rest, word) => rest.replaceAll(word, END + word + START), START + said + END);
  return own.replaceAll(START + END, "");
}

/** The texts with letters among the values of a sentence, the longest first. */
function wordsIn(given: unknown[]): string[] {
  const values = given.flatMap((one) =>
    typeof one === "object" && one !== null ? Object.values(one) : [one],
  );
  const words = values.filter((one) => typeof one === "string" && /\p{L}{2}/u.test(one));
  return [...new Set(words as string[])].sort((one, other) => other.length - one.length);
}

/** Whether the sentence says the word, rather than only choosing its own words by it. */
function isSaid(sentence: Sentence, given: unknown[], word: string): boolean {
  const other = (one: unknown) => (one === word ? OTHER : one);
  const asked = given.map((one) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).map(([key, value]) => [key, other(value)]))
      : other(one),
  );
  try {
    return String(sentence(...asked)).includes(OTHER);
  } catch {
    return false;
  }
}

/** What the page says without the catalogs, in texts and in attributes; `data` is what the server sent. */
export function literalsOf(root: HTMLElement, data: readonly unknown[]): string[] {
  const known = wordsOf([...data, CALENDAR, SYMBOLS]);
  const elements = [...root.querySelectorAll<HTMLElement>("*")].filter(
    (element) => !element.matches(UNREAD),
  );
  const said = elements.flatMap((element) => [...textsOf(element), ...attributesOf(element)]);
  return [...new Set(said)].filter((text) => hasLiteral(text, known));
}

function hasLiteral(text: string, known: readonly string[]): boolean {
  const own = known.reduce((rest, word) => rest.replaceAll(word, ""), withoutSentences(text));
  return /\p{L}{2}/u.test(own);
}

/** Takes out all brackets with what they hold; one sentence may hold another. */
function withoutSentences(text: string): string {
  const inner = new RegExp(`${START}[^${START}${END}]*${END}`, "g");
  const next = text.replace(inner, "");
  return next === text ? text : withoutSentences(next);
}

/**
 * The texts that the answers hold, the longest first, so that no part of one stays behind. A code of the server, such
 * as `pending`, is none: a screen has to word it.
 */
function wordsOf(data: unknown): string[] {
  const words = new Set<string>();
  JSON.stringify(data, (_key, value: unknown) => {
    if (typeof value === "string" && IS_DATA.test(value)) words.add(value);
    return value;
  });
  return [...words].sort((one, other) => other.length - one.length);
}

function textsOf(element: HTMLElement): string[] {
  const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
  return nodes.map((node) => node.textContent ?? "");
}

function attributesOf(element: HTMLElement): string[] {
  return ATTRIBUTES.map((name) => element.getAttribute(name) ?? "");
}

/** The words that `Intl` puts into dates, times and the names of zones. */
function calendarWords(): string[] {
  const fiveDaysMs = 5 * 86_400_000;
  const dates = Array.from({ length: 75 }, (_, n) => new Date(n * fiveDaysMs));
  const options: Intl.DateTimeFormatOptions[] = [
    { month: "long" },
    { month: "short" },
    { weekday: "long" },
    { weekday: "short" },
  ];
  const words = options.flatMap((option) => {
    const format = new Intl.DateTimeFormat("en-US", { ...option, timeZone: "UTC" });
    return dates.map((date) => format.format(date));
  });
  const zones = ZONES.flatMap((timeZone) => [
    timeZone,
    ...new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" })
      .formatToParts()
      .flatMap(({ type, value }) => (type === "timeZoneName" ? [value] : [])),
  ]);
  return [...words, ...zones, "AM", "PM", "PST", "PDT", "EST", "EDT"];
}
