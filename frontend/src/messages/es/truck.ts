/** What a truck's page and a cart say; the pages from the checkout on show the cart too. */
import { domainCart } from "./domain/cart";
import { cart } from "./storefront/cart";
import { truck } from "./storefront/truck";
import { uiMenu } from "./ui/menu";

export const truckCatalog = {
  domain: { cart: domainCart },
  ui: { menu: uiMenu },
  storefront: { cart, truck },
};
