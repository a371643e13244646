export const ui = {
  browser: {
    chuckwagon: ({ title }: { title: string }) => `${title} · Chuckwagon`,
  },
  feedback: {
    tryAgain: "Try again",
    notifications: "Notifications",
    dismissNotification: "Dismiss notification",
  },
  search: {
    clearTheSearch: "Clear the search",
  },
  layout: {
    thisPageDidNotLoad: "This page did not load",
    yourCartIsSafe: "Your cart is safe.",
    loadPageAgainToGo: ({ reassurance }: { reassurance: string }) =>
      `${reassurance} Load the page again to go on.`,
    loadPageAgain: "Load the page again to go on.",
    reloadThePage: "Reload the page",
    somethingWentWrong: "Something went wrong",
    loadPageAgainToGoOn:
      "Load the page again to go on. Your cart is safe, and staff stay signed in.",
    loading: "Loading...",
    switchToNightColors: "Switch to night colors",
    switchToDayColors: "Switch to day colors",
  },
  trucks: {
    cuisine: "Cuisine",
    /** A tag as a truck has written it. */
    cuisineName: (tag: string) => tag,
  },
};
