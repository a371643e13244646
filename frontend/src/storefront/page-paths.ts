/** The truck's slug in an address: the first path segment, or the second if the first is `truck`. */
export function slugOfPath(pathname: string): string | null {
  const [first, second] = pathname.split("/").filter(Boolean);
  const slug = first === "truck" ? second : first;
  return slug ? decodeSegment(slug) : null;
}

/** The address of a truck's page: its menu. */
export function truckPath(slug: string): string {
  return `/${encodeURIComponent(slug)}`;
}

/** The page of one order: how far it is, and what its customer can do about it. */
export function orderPath(slug: string, token: string): string {
  return `${truckPath(slug)}/order/${encodeURIComponent(token)}`;
}

export function checkoutPath(slug: string): string {
  return `${truckPath(slug)}/checkout`;
}

/** Given along to the confirmation of a payment that was made for another cart than the present one. */
export const CART_KEPT = { cartKept: true };

/** Given along to a truck's page, to come in with its cart open. */
export const CART_OPEN = { cartOpen: true };

/** Where a payment is confirmed: the address that the payment provider would lead back to. */
export function confirmationPath(
  slug: string,
  { paymentIntentId, clientSecret }: { paymentIntentId: string; clientSecret: string },
): string {
  const query = new URLSearchParams({
    payment_intent: paymentIntentId,
    payment_intent_client_secret: clientSecret,
  });
  return `${truckPath(slug)}/order-confirmation?${query}`;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
