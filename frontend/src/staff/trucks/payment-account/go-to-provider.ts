/** Takes the browser to the payment provider; only a web address is followed. */
export function goToProvider(url: string, { instead = false } = {}): void {
  const address = new URL(url);
  if (address.protocol !== "https:" && address.protocol !== "http:") {
    throw new Error("The payment provider's address is not a web address.");
  }
  // `instead` takes this page out of the history: going back must not set off again.
  if (instead) window.location.replace(address);
  else window.location.assign(address);
}
