/** Where the user is signed in. */
export const sessions = {
  whereYouAreSignedIn: "Where you are signed in",
  failedToLoad: "Failed to load where you are signed in",
  unknownDevice: "Unknown device",
  browserOnSystem: ({ browser, system }: { browser: string; system: string }) =>
    `${browser} on ${system}`,
  thisDevice: "This device",
  signedInAt: ({ at }: { at: string }) => `Signed in ${at}`,
  lastUsed: ({ age }: { age: string }) => `Last used ${age}`,
  networkAddress: ({ network }: { network: string }) => `Network address ${network}`,
  signOut: "Sign out",
  sessionEnded: ({ device }: { device: string }) => `${device} is signed out`,
  showAll: ({ count }: { count: number }) => `Show all ${count}`,
  nowhereElse: "You are signed in nowhere else.",
  signOutEverywhereElse: "Sign out everywhere else",
  signOutOnOthers: ({ count }: { count: number }) =>
    count === 1 ? "Sign out on the other device?" : `Sign out on ${count} other devices?`,
  thisDeviceStays:
    "You stay signed in on this device. On the others, your password is needed again.",
  signedOutOn: ({ count }: { count: number }) =>
    count === 1 ? "Signed out on 1 other device" : `Signed out on ${count} other devices`,
};
