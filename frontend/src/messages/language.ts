/** The languages of the screens, which of them a person has chosen, and the grammar that their sentences share. */
import { oneOf, reloadPage, stored } from "@/domain/stored";

export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A language's own name, so that a person finds it whatever the screen speaks. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", es: "Español" };

/** For `Intl`: both languages as they are written in the United States. */
const LOCALES: Record<Language, string> = { en: "en-US", es: "es-US" };

const chosenLanguage = stored("chuckwagon.language", oneOf(LANGUAGES));
/** The server reads it to send the page in the same language. */
export const LANGUAGE_COOKIE = "language";
const ONE_YEAR_SECONDS = 31_536_000;

let current: Language = "en";

/** The language that the screens speak now; it changes only while a page loads. */
export function currentLanguage(): Language {
  return current;
}

export function currentLocale(): string {
  return LOCALES[current];
}

/** "a, b, and c", as the language of the screens has it. */
export function formatList(items: Iterable<string>): string {
  return new Intl.ListFormat(currentLocale(), { type: "conjunction" }).format(items);
}

/** English and Spanish both have one form for exactly one thing and another for every other number. */
export function plural(count: number, forms: { one: string; other: string }): string {
  return count === 1 ? forms.one : forms.other;
}

/** A Spanish time of day with its article: "la 1:30 p.m.", "las 6:00 p.m.". */
export function withArticle(time: string): string {
  return `${isOneOClock(time) ? "la" : "las"} ${time}`;
}

/** "es la 1:30 p.m.", but "son las 6:00 p.m.". */
export function isOneOClock(time: string): boolean {
  return time.startsWith("1:");
}

/** Ends a sentence with one period, also after "p.m."; not after "!" or "?". */
export function ended(sentence: string): string {
  return sentence.replace(/([!?]?)\.*$/, (_, mark) => mark || ".");
}

export function setCurrentLanguage(language: Language): void {
  current = language;
}

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/** What was chosen on this device, else the first language of the browser that the screens speak, else English. */
export function preferredLanguage(): Language {
  const chosen = cookieLanguage() ?? chosenLanguage.read();
  if (chosen) return chosen;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return spoken.find(isLanguage) ?? "en";
}

/** Keeps the choice on the device, for the next page here and for the next page of the server. */
function storeLanguage(language: Language): void {
  chosenLanguage.write(language);
  const secure = document.URL.startsWith("https") ? "; secure" : "";
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than the oldest browser.
    document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax${secure}`;
  } catch {
    // A page in a sandboxed frame has no cookies.
  }
}

/** Stores the choice and loads the page again: what a screen has computed so far is in the other language. */
export function changeLanguage(language: Language): void {
  storeLanguage(language);
  if (language !== current) reloadPage();
}

function cookieLanguage(): Language | null {
  try {
    const cookie = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
    return isLanguage(cookie) ? cookie : null;
  } catch {
    return null;
  }
}
