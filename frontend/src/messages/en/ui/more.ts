/** What parts of screens say that the home page does not have. */
export const uiMore = {
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
  inputs: {
    hidePassword: "Hide password",
    showPassword: "Show password",
    showAll: "Show all",
    nothingMatches: "Nothing matches",
  },
  overlay: {
    cancel: "Cancel",
    close: "Close",
  },
};
