/** What customers read from the checkout on; loaded with those screens. */
import { checks } from "./checks";
import { checkout } from "./storefront/checkout";
import { checkoutCustomer } from "./storefront/checkout-customer";
import { checkoutPayment } from "./storefront/checkout-payment";
import { checkoutSlots } from "./storefront/checkout-slots";
import { confirmation } from "./storefront/confirmation";
import { myOrders } from "./storefront/my-orders";
import { ticket } from "./storefront/ticket";
import { tracking } from "./storefront/tracking";
import { trackingChange } from "./storefront/tracking-change";
import { uiTips } from "./ui/tips";

export const ordering = {
  forms: { checks },
  ui: { tips: uiTips },
  storefront: {
    checkout,
    checkoutCustomer,
    checkoutPayment,
    checkoutSlots,
    confirmation,
    myOrders,
    ticket,
    tracking,
    trackingChange,
  },
};
