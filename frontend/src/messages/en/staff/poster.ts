export const poster = {
  qrPoster: "QR poster",
  backToDashboard: "Back to the dashboard",
  loadingTheTruck: "Loading the truck...",
  paper: "Paper",
  letter: "Letter",
  a4: "A4",
  lineOfYourOwn: "A line of your own",
  forExampleAnOffer: "Optional: an offer, a greeting or where you stand. At most 60 characters.",
  print: "Print",
  codeOf: ({ address }: { address: string }) => `QR code of ${address}`,
  scanToOrder: "Scan to order",
  orderAheadAndPickUp: "Order on your phone, pick it up when it is ready.",
};
