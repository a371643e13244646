export const device = {
  notifications: "Notifications about this order",
  tellMe: "Tell me on this device",
  whenReadyOrChanged:
    "When your order is ready, or the plan changes. No need to keep this page open.",
  insteadOfTexts: "Instead of text messages",
  textIfItFails: "If we cannot reach this device, we text you.",
  couldNotLoad: "We could not check whether this device gets notifications.",
};
