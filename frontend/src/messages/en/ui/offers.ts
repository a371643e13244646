/** What customers and staff read about the offer of an order. */
export const uiOffers = {
  discount: ({ code }: { code: string }) => `Offer ${code}`,
};
