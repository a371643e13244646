/** What customers and staff read about tips. */
export const uiTips = {
  tip: "Tip",
  other: "Other",
  noTip: "No tip",
  amount: "Tip amount",
  atMost: ({ max }: { max: string }) => `Up to ${max}. All of it goes to the truck.`,
  enterAmount: ({ max }: { max: string }) => `Enter an amount such as 3.50, up to ${max}.`,
};
