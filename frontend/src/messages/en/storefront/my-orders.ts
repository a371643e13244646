export const myOrders = {
  title: "My orders",
  keptInThisBrowserOnly:
    "The last ten orders placed on this device. The list is kept in this browser only.",
  noOrdersHere: "No orders on this device",
  afterAnOrderItIsHere: "After you order, you find the order here, with where it stands.",
  browseFoodTrucks: "Browse food trucks",
  orderAt: ({ number, truck }: { number: string; truck: string }) => `Order ${number} at ${truck}`,
  followOrder: "Follow order",
  forget: "Forget",
  forgetOrder: ({ number }: { number: string }) => `Forget order ${number}`,
  forgetAll: "Forget all orders",
  noLongerKept: "The truck no longer keeps this order.",
};
