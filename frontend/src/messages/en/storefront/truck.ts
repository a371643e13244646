import { plural } from "@/messages/plural";

export const truck = {
  loadingTheMenu: "Loading the menu...",
  menuSections: "Menu sections",
  menu: "Menu",
  theMenuDidNotLoad: "The menu did not load",
  retryLoadingMenu: "Retry Loading Menu",
  noMenuItemsAvailable: "No menu items available",
  foundMenuItemItems: ({ count }: { count: number }) =>
    `Found ${count} menu ${plural(count, { one: "item", other: "items" })}`,
  inYourCartAndSold: ({ names }: { names: string }) => `In your cart and sold out: ${names}`,
  noTruckSlugFound: "No Truck Slug Found",
  thisAddressDoesNotName: "This address does not name a truck. Pick one from the list.",
  truckNotFound: "Truck Not Found",
  weCouldntFindTruckWith: ({ slug }: { slug: string }) =>
    `We couldn't find a truck with slug "${slug}".`,
  errorLoadingTruck: "Error Loading Truck",
  loadingTheTruck: "Loading the truck...",
  whereAndWhen: "Where and when",
  directions: "Directions",
  addToCalendar: "Add to calendar",
  lastOrdersAt: ({ time }: { time: string }) => `Last orders at ${time}`,
  runsLate: ({ minutes }: { minutes: number }) => `Running ${minutes} minutes late`,
  nextSevenDays: "The next seven days",
  fromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  cancelled: "Cancelled",
  chosenStopIsClosed: "This stop takes no orders right now.",
  orderForThisStop: "Order for this stop",
  orderingFor: ({ day, time, place }: { day: string; time: string; place: string }) =>
    `You are ordering for ${day}, ${time}, at ${place}.`,
  orderForTheNextStop: "Order for the next stop",
  loadingStops: "Loading the coming days...",
  noStopsThisWeek: "No stops are planned in the next seven days.",
  tryAgain: "Try again",
  browseFoodTrucks: "Browse Food Trucks",
};
