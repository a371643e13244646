export const layout = {
  hotFoodFromTrucksAround: "Hot food from the trucks around the corner.",
  allFoodTrucks: "All food trucks",
  chuckwagon: "Chuckwagon",
  myOrders: "My orders",
  skipToContent: "Skip to content",
};
