/**
 * Every sentence that a person reads, by area and role: `m.cart.emptyHint`, `m.orders.card.new`. A value is a string or
 * a function of named values. An entry adds the catalogs of one language before it renders, so a sentence must not be
 * read while modules load.
 */
import type { account } from "./en/account";
import type { activity } from "./en/activity";
import type { checkout, paying } from "./en/checkout";
import type { home, shared } from "./en/home";
import type { head, map, offline } from "./en/later";
import type { menu } from "./en/menu";
import type { menuImport } from "./en/menu-import";
import type { office } from "./en/office";
import type { order } from "./en/order";
import type { orders } from "./en/orders";
import type { reports } from "./en/reports";
import type { schedule } from "./en/schedule";
import type { service } from "./en/service";
import type { signIn } from "./en/sign-in";
import type { choosing, truck } from "./en/truck";
import type { trucks } from "./en/trucks";
import type { unsent } from "./en/unsent";
import { type Language, setCurrentLanguage } from "./language";

/** Each catalog has areas of its own; `common`, which holds the words of several areas, grows with each download. */
export type Messages = typeof home &
  typeof shared &
  typeof choosing &
  typeof truck &
  typeof checkout &
  typeof paying &
  typeof head &
  typeof map &
  typeof offline &
  typeof signIn &
  typeof orders &
  typeof order &
  typeof service &
  typeof menu &
  typeof menuImport &
  typeof trucks &
  typeof schedule &
  typeof reports &
  typeof office &
  typeof unsent &
  typeof account &
  typeof activity;

/** What one download contains. */
export type Catalog = { [Area in keyof Messages]?: Partial<Messages[Area]> };

export let messages = {} as Messages;

/** From now on the screens speak this language. What a catalog does not contain stays as it is. */
export function addMessages(language: Language, ...catalogs: readonly Catalog[]): void {
  const merged: Record<string, object> = { ...messages };
  for (const catalog of catalogs) {
    for (const [area, words] of Object.entries(catalog)) {
      merged[area] = { ...merged[area], ...words };
    }
  }
  messages = merged as unknown as Messages;
  setCurrentLanguage(language);
}
