export const alerts = {
  onThisDevice: "Alerts on this device",
  tellMeOnThisDevice: "Tell me on this device about new orders",
  browserAsksFirst: "Your browser asks you once. It rings even while the screen sleeps.",
  evenWhileItSleeps:
    "It rings even while the screen sleeps, as long as you stay signed in here: up to 30 days if you signed in with Remember me.",
  couldNotLoad: "We could not check whether this device gets notifications.",
  couldNotLoadDevices: "Failed to load your devices",
  devices: "Devices that get new-order alerts",
  none: "None yet. Switch it on under Orders, on the device that should ring.",
  about: ({ truckName, isCurrent }: { truckName: string; isCurrent: boolean }) =>
    `${truckName}${isCurrent ? ", this device" : ""}`,
  remove: "Remove",
  removeNamed: ({ name, truckName }: { name: string; truckName: string }) =>
    `Remove ${name}, ${truckName}`,
  removed: "The device gets no more alerts",
};
