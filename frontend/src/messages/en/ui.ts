export const ui = {
  browser: {
    chuckwagon: ({ title }: { title: string }) => `${title} · Chuckwagon`,
  },
  content: {
    asCustomersSeeIt: "As customers see it",
  },
  controls: {
    back: "Back",
    theDownloadFailed: ({ errorMessage }: { errorMessage: string }) =>
      `The download failed: ${errorMessage}`,
    preparing: "Preparing...",
    quantityOf: ({ itemName }: { itemName: string }) => `Quantity of ${itemName}`,
    decreaseQuantityOf: ({ itemName }: { itemName: string }) => `Decrease quantity of ${itemName}`,
    increaseQuantityOf: ({ itemName }: { itemName: string }) => `Increase quantity of ${itemName}`,
  },
  feedback: {
    tryAgain: "Try again",
    notifications: "Notifications",
    dismissNotification: "Dismiss notification",
  },
  inputs: {
    hidePassword: "Hide password",
    showPassword: "Show password",
    clearTheSearch: "Clear the search",
    showAll: "Show all",
    nothingMatches: "Nothing matches",
  },
  layout: {
    thisPageDidNotLoad: "This page did not load",
    yourCartIsSafe: "Your cart is safe.",
    loadPageAgainToGo: ({ reassurance }: { reassurance: string }) =>
      `${reassurance} Load the page again to go on.`,
    reloadThePage: "Reload the page",
    somethingWentWrong: "Something went wrong",
    loadPageAgainToGoOn:
      "Load the page again to go on. Your cart is safe, and staff stay signed in.",
    loading: "Loading...",
    switchToNightColors: "Switch to night colors",
    switchToDayColors: "Switch to day colors",
  },
  overlay: {
    cancel: "Cancel",
    close: "Close",
  },
  trucks: {
    cuisine: "Cuisine",
    /** A tag as a truck has written it. */
    cuisineName: (tag: string) => tag,
  },
};
