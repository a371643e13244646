import { formatInstant } from "@/domain/values/time";

/** The sentences of the offline page, by the names that public/offline-menu.html and .js have for them. */
export function offlineWords() {
  return {
    language: document.documentElement.lang,
    title: "Not live: you are offline",
    about: "Retrying automatically. An order that you have placed is not affected.",
    again: "Try again",
    trying: "Trying…",
    stillOffline: "Still no connection. Retrying automatically.",
    heading: "You are offline",
    nothingKept:
      "This device cannot reach Chuckwagon. The page opens as soon as the connection is back.",
    menusSeen: "Menus you have seen",
  };
}

/** Says since when a menu may have changed. */
export function aboutMenu(seenAt: Date, zone: string): string {
  const time = formatInstant(seenAt, zone);
  return `Menu last seen ${time}. Prices and what is sold out may have changed.`;
}
