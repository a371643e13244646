/** What search engines and messengers show of a page; only the server reads it. */
import { head } from "./storefront/head";

export const headCatalog = { storefront: { head } };
