import { formatInstant } from "@/domain/time/dates";
import { messages as m } from "@/messages";

/** The sentences of the offline page, by the names that public/offline-menu.html and .js have for them. */
export function offlineWords() {
  return {
    language: document.documentElement.lang,
    title: m.storefront.offline.notLiveYouAreOffline,
    about: m.storefront.offline.retryingAutomaticallyOrderThatYou,
    again: m.storefront.offline.tryAgain,
    trying: m.storefront.offline.trying,
    stillOffline: m.storefront.offline.stillNoConnectionRetryingAutomatically,
    heading: m.storefront.offline.youAreOffline,
    nothingKept: m.storefront.offline.thisDeviceCannotReachChuckwagon,
    menusSeen: m.storefront.offline.menusYouHaveSeen,
  };
}

/** Says since when a menu may have changed. */
export function aboutMenu(seenAt: Date, zone: string): string {
  const time = formatInstant(seenAt, zone);
  return m.storefront.offline.menuLastSeenPricesAnd({ time });
}
