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
import { uiContact } from "./ui/contact";
import { uiOffers } from "./ui/offers";
import { uiTips } from "./ui/tips";

export const ordering = {
  domain: { push: domainPush },
  forms: { checks },
  ui: { contact: uiContact, offers: uiOffers, tips: uiTips },
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
