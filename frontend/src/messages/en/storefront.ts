/** What every page of the customers says, and what home does. */
import { domain } from "./domain";
import { home } from "./storefront/home";
import { layout } from "./storefront/layout";
import { ui } from "./ui";

export const storefront = { domain, ui, storefront: { home, layout } };
