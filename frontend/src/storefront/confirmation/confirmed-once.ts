const confirmedKey = (paymentIntentId: string) => `chuckwagon:confirmed:${paymentIntentId}`;

/** Remembers that a payment was confirmed on this device; true the first time only. */
export function rememberOnce(paymentIntentId: string): boolean {
  try {
    if (localStorage.getItem(confirmedKey(paymentIntentId)) !== null) return false;
    localStorage.setItem(confirmedKey(paymentIntentId), "1");
  } catch {
    // Without storage there is no cart that could be lost either.
  }
  return true;
}
