/** What customers read from the checkout on; loaded with those screens. */
import { checks } from "./checks";
import { domainPush } from "./domain/push";
import { checkout } from "./storefront/checkout";
import { checkoutCustomer } from "./storefront/checkout-customer";
import { checkoutOffer } from "./storefront/checkout-offer";
import { checkoutPayment } from "./storefront/checkout-payment";
import { checkoutSlots } from "./storefront/checkout-slots";
import { confirmation } from "./storefront/confirmation";
import { device } from "./storefront/device";
import { myOrders } from "./storefront/my-orders";
import { ticket } from "./storefront/ticket";
import { tracking } from "./storefront/tracking";
import { trackingChange } from "./storefront/tracking-change";
import { uiOrdering } from "./ui/ordering";

export const ordering = {
  domain: { push: domainPush },
  forms: { checks },
  ui: uiOrdering,
  storefront: {
    checkout,
    checkoutCustomer,
    checkoutOffer,
    checkoutPayment,
    checkoutSlots,
    confirmation,
    device,
    myOrders,
    ticket,
    tracking,
    trackingChange,
  },
};
