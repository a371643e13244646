import { formatInstant } from "@/domain/time/dates";
import { messages as m } from "@/messages";

/** The sentences of the offline page, by the names that public/offline-menu.html and .js have for them. */
export function offlineWords() {
  return {
    language: document.documentElement.lang,
    title: m.offline.notLive,
    about: m.offline.retrying,
    again: m.common.tryAgain,
    trying: m.offline.trying,
    stillOffline: m.offline.stillOffline,
    heading: m.offline.title,
    nothingKept: m.offline.hint,
    menusSeen: m.offline.savedMenus,
  };
}

/** Says since when a menu may have changed. */
export function aboutMenu(seenAt: Date, zone: string): string {
  const time = formatInstant(seenAt, zone);
  return m.offline.menuSeen({ time });
}
