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

/**
 * The two addresses at which the payment provider hands the browser back: after the questions, and
 * when a link was used or too old. They carry no result, since the provider gives none. Both are of the
 * page that was left: the list of trucks, or the truck's own.
 */
const STEP = "onboarding";
const TRUCK = "account";

type OnboardingStep = "returned" | "refresh";

export interface Onboarding {
  step: OnboardingStep;
  truckId: string;
}

/** The two addresses for a truck, on the page at this path. */
export function waysBack(truckId: string, page: string) {
  return {
    refreshUrl: addressOf(page, "refresh", truckId),
    returnUrl: addressOf(page, "returned", truckId),
  };
}

/** What the provider's way back says; null on any other visit. */
export function readOnboarding(search: URLSearchParams): Onboarding | null {
  const step = search.get(STEP);
  const truckId = search.get(TRUCK);
  if (!truckId || (step !== "returned" && step !== "refresh")) return null;
  return { step, truckId };
}

export function withoutOnboarding(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(STEP);
  rest.delete(TRUCK);
  return rest;
}

function addressOf(page: string, step: OnboardingStep, truckId: string): string {
  const address = new URL(page, window.location.origin);
  address.search = new URLSearchParams({ [STEP]: step, [TRUCK]: truckId }).toString();
  return address.href;
}
