/** What the page of a device without a connection says; loaded once the first page has been shown. */
import { offline } from "./storefront/offline";

export const offlineCatalog = { storefront: { offline } };
