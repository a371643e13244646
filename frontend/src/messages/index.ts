/**
 * Every sentence that a person reads, by area and key: `m.storefront.cart.yourCartIsEmpty`. A value is a string or a
 * function of named values. An entry adds the catalogs of one language before it renders, so a sentence must not be
 * read while modules load.
 */
import type { headCatalog } from "./en/head";
import type { mapCatalog } from "./en/map";
import type { offlineCatalog } from "./en/offline";
import type { ordering } from "./en/ordering";
import type { staff } from "./en/staff";
import type { storefront } from "./en/storefront";
import type { truckCatalog } from "./en/truck";
import { type Language, setCurrentLanguage } from "./language";

type Staff = typeof staff;

export interface Messages extends Staff {
  storefront: (typeof storefront)["storefront"] &
    (typeof truckCatalog)["storefront"] &
    (typeof ordering)["storefront"] &
    (typeof mapCatalog)["storefront"] &
    (typeof offlineCatalog)["storefront"] &
    (typeof headCatalog)["storefront"];
}

/** What one download contains: whole areas, typed so that no area lacks a key. */
export type Catalog = { [Group in keyof Messages]?: Partial<Messages[Group]> };

export let messages = {} as Messages;

/** From now on the screens speak this language. What a catalog does not contain stays as it is. */
export function addMessages(language: Language, ...catalogs: readonly Catalog[]): void {
  const merged: Record<string, object> = { ...messages };
  for (const catalog of catalogs) {
    for (const [group, areas] of Object.entries(catalog)) {
      merged[group] = { ...merged[group], ...areas };
    }
  }
  messages = merged as unknown as Messages;
  setCurrentLanguage(language);
}
