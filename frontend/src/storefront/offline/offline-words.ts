import { formatInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";

/** The sentences of the offline page, by the names that public/offline-menu.html and .js have for them. */
export function offlineWords() {
  return {
    language: document.documentElement.lang,
    title: m.storefront.layout.notLiveYouAreOffline,
    about: m.storefront.layout.retryingAutomaticallyOrderThatYou,
    again: m.storefront.layout.tryAgain,
    trying: m.storefront.layout.trying,
    stillOffline: m.storefront.layout.stillNoConnectionRetryingAutomatically,
    heading: m.storefront.layout.youAreOffline,
    nothingKept: m.storefront.layout.thisDeviceCannotReachChuckwagon,
    menusSeen: m.storefront.layout.menusYouHaveSeen,
  };
}

/** Says since when a menu may have changed. */
export function aboutMenu(seenAt: Date, zone: string): string {
  const time = formatInstant(seenAt, zone);
  return m.storefront.layout.menuLastSeenPricesAnd({ time });
}
