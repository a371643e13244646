export const home = {
  failedToLoadFoodTrucks: "Failed to load food trucks",
  noFoodTrucksAvailableAt: "No food trucks available at the moment.",
  loadingFoodTrucks: "Loading food trucks...",
  orderFromYourFavoriteFood: "Order from Your Favorite Food Trucks",
  freshFoodDeliveredToYour: "Fresh food, delivered to your location",
  availableFoodTrucks: "Available Food Trucks",
  showMap: "Show map",
  hideMap: "Hide map",
  mapDidNotLoad: "The map did not load. Every truck is in the list.",
};
