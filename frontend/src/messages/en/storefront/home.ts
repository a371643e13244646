import { plural } from "@/messages/plural";

export const home = {
  failedToLoadFoodTrucks: "Failed to load food trucks",
  noFoodTrucksAvailableAt: "No food trucks available at the moment.",
  loadingFoodTrucks: "Loading food trucks...",
  orderFromYourFavoriteFood: "Order from Your Favorite Food Trucks",
  freshFoodDeliveredToYour: "Fresh food, delivered to your location",
  orderAheadAndPickUp: "Order ahead, pick it up at the truck.",
  availableFoodTrucks: "Available Food Trucks",
  searchTrucksFoodPlaces: "Search trucks, food, places",
  filters: "Filters",
  openNow: "Open now",
  today: "Today",
  nearMe: "Near me",
  findingYourPosition: "Finding your position...",
  positionRefused:
    "Your browser does not share your position. Allow it in the browser's settings, then press Near me again.",
  positionUnavailable: "Your position could not be found. Please try again.",
  trucksFound: ({ count }: { count: number }) =>
    `${count} food ${plural(count, { one: "truck", other: "trucks" })}`,
  noTruckMatches: "No food truck matches.",
  showAllTrucks: "Show all food trucks",
  showMap: "Show map",
  hideMap: "Hide map",
  mapDidNotLoad: "The map did not load. Every truck is in the list.",
};
