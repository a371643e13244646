import type { uiOffers as en } from "@/messages/en/ui/offers";

export const uiOffers: typeof en = {
  discount: ({ code }) => (code ? `Oferta ${code}` : "Descuento de oferta"),
};
