/** What customers read of the map and without a connection, and what search engines show; loaded after the page. */

const ABOUT = "Order from your favorite food trucks and pick up hot food without the queue.";

export const map = {
  map: {
    label: "Map of the trucks",
    listHeading: "Trucks on the map",
    listLabel: "Trucks",
    loading: "Loading the map...",
    unavailable: "The map cannot be shown here. The list has every truck.",
    noPlaces: "No truck has a place on the map right now.",
    showTruck: ({ name }: { name: string }) => `Show ${name} on the map`,
    here: "You are here",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    about: "About the map",
    hints: {
      controlScroll: "Use Ctrl + scroll to zoom the map",
      commandScroll: "Use ⌘ + scroll to zoom the map",
      twoFingers: "Use two fingers to move the map",
    },
  },
};

export const offline = {
  offline: {
    notLive: "Not live: you are offline",
    retrying: "Retrying automatically. An order that you have placed is not affected.",
    trying: "Trying…",
    stillOffline: "Still no connection. Retrying automatically.",
    title: "You are offline",
    hint: "This device cannot reach Chuckwagon. The page opens as soon as the connection is back.",
    savedMenus: "Menus you have seen",
    menuSeen: ({ time }: { time: string }) =>
      `Menu last seen ${time}. Prices and what is sold out may have changed.`,
  },
};

export const head = {
  head: {
    description: ABOUT,
    truckDescription: ({ name }: { name: string }) => `Order from ${name}. ${ABOUT}`,
    shareTitle: "Chuckwagon: order ahead from food trucks",
  },
};
