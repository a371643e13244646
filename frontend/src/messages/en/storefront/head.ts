const ABOUT = "Order from your favorite food trucks and pick up hot food without the queue.";

export const head = {
  aboutChuckwagon: ABOUT,
  aboutTruck: ({ name }: { name: string }) => `Order from ${name}. ${ABOUT}`,
  sharedTitle: "Chuckwagon: hot food from the trucks around the corner",
};
