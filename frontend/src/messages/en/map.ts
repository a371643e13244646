/** What the map of the trucks says; loaded when it is opened. */
import { map } from "./storefront/map";

export const mapCatalog = { storefront: { map } };
