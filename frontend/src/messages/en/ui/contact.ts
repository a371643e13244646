/** What customers and staff read when a phone or an email of an order was typed wrong. */
export const uiContact = {
  phone: "Right phone number",
  email: "Right email",
  sentAgain:
    "Change only what was wrong. The order confirmation is sent again with a new link, and the old link stops working.",
  enterPhone: "Enter a US phone number with 10 digits.",
  enterOne: "Enter the right phone number or email.",
  sameAsBefore: "The order has this already, so nothing was changed.",
  correctIt: "Correct it and send again",
  corrected: "Corrected. The confirmation is on its way.",
};
