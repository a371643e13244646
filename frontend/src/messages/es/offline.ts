import { offline } from "./storefront/offline";

export const offlineCatalog = { storefront: { offline } };
