/** What the customers' first screens say: home, truck and cart. */
import { domain } from "./domain";
import { cart } from "./storefront/cart";
import { home } from "./storefront/home";
import { layout } from "./storefront/layout";
import { truck } from "./storefront/truck";
import { ui } from "./ui";

export const storefront = { domain, ui, storefront: { cart, home, layout, truck } };
