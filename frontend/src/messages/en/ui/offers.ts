/** What customers and staff read about the offer of an order. */
export const uiOffers = {
  /** A payment that was put together again from what the card processor knows may lack the code. */
  discount: ({ code }: { code?: string | null }) => (code ? `Offer ${code}` : "Offer discount"),
};
