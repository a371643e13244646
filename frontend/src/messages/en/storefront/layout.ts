export const layout = {
  hotFoodFromTrucksAround: "Hot food from the trucks around the corner.",
  allFoodTrucks: "All food trucks",
  chuckwagon: "Chuckwagon",
  skipToContent: "Skip to content",
};
