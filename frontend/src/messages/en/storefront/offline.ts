export const offline = {
  notLiveYouAreOffline: "Not live: you are offline",
  retryingAutomaticallyOrderThatYou:
    "Retrying automatically. An order that you have placed is not affected.",
  tryAgain: "Try again",
  trying: "Trying…",
  stillNoConnectionRetryingAutomatically: "Still no connection. Retrying automatically.",
  youAreOffline: "You are offline",
  thisDeviceCannotReachChuckwagon:
    "This device cannot reach Chuckwagon. The page opens as soon as the connection is back.",
  menusYouHaveSeen: "Menus you have seen",
  menuLastSeenPricesAnd: ({ time }: { time: string }) =>
    `Menu last seen ${time}. Prices and what is sold out may have changed.`,
};
