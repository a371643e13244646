import { addMessages, type Catalog } from "@/messages";
import { catalogsOf } from "./speak";

const [START, END] = ["⟦", "⟧"];
/** Attributes that a person sees or hears. */
const READ_OUT = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"];
const ATTRIBUTES = [...READ_OUT, "placeholder", "title", "alt"];
/** Code and styles, and what `renderApp` adds to a page. */
const UNREAD = 'script, style, output[aria-label="Address"]';
const HOST = globalThis.location?.host ?? "localhost";
/** The same in every language: names, formats, and what is printed on a key. */
const SYMBOLS = ["https://", "Chuckwagon", "English", "Español", "CSV", "Stripe", "Enter", HOST];
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

/** The same tree with each sentence in brackets; a function's arguments stay as they are. */
function wrapped(value: unknown): unknown {
  if (typeof value === "string") return START + value + END;
  if (typeof value === "function")
    return (...values: unknown[]) => wrapped(value(...values) as unknown);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wrapped(inner)]));
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

/** The words that `Intl` puts into dates and times. */
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
  return [...words, "AM", "PM", "PST", "PDT"];
}
