/** What a truck's page and a cart say; the pages from the checkout on show the cart too. */
import { domainCart } from "./domain/cart";
import { domainMore } from "./domain/more";
import { cart } from "./storefront/cart";
import { truck } from "./storefront/truck";
import { uiMenu } from "./ui/menu";
import { uiMore } from "./ui/more";

export const truckCatalog = {
  domain: { ...domainMore, cart: domainCart },
  ui: { ...uiMore, menu: uiMenu },
  storefront: { cart, truck },
};
