export const layout = {
  hotFoodFromTrucksAround: "Hot food from the trucks around the corner.",
  allFoodTrucks: "All food trucks",
  chuckwagon: "Chuckwagon",
  myOrders: "My orders",
  skipToContent: "Skip to content",
  youSeemOffline: "You seem to be offline. What you see may have changed.",
};
