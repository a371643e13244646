import type { Stripe, StripeElementLocale } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { ServerConfig } from "@/domain/api/server-config";
import { currentLanguage, type Language } from "@/messages/language";

/** The provider words its form and its refusals itself; left alone, it follows the browser and not the switch. */
const LOCALES: Record<Language, StripeElementLocale> = { en: "en", es: "es-419" };

const ORIGIN = "https://js.stripe.com/";

let loading: { key: string; stripe: Promise<Stripe> } | null = null;

/**
 * The payment provider's browser object, loaded once. The sandbox's script, when the server names
 * one, has to be in the page first: then the loader takes it instead of the provider's own.
 */
export function stripeFor({ publishableKey, stripeJsUrl }: ServerConfig): Promise<Stripe> {
  if (loading?.key !== publishableKey) {
    const started = { key: publishableKey, stripe: load(publishableKey, stripeJsUrl) };
    loading = started;
    // A failed load must not be remembered; the next visit tries again.
    started.stripe.catch(() => {
      if (loading === started) loading = null;
    });
  }
  return loading.stripe;
}

/**
 * Makes the next call load the script again. One that hangs would be waited for without end: it is ended as failed,
 * and the provider's own loader then asks for it once more.
 */
export function forgetStripe(): void {
  loading = null;
  if ("Stripe" in window) return;
  for (const script of document.querySelectorAll(`script[src^="${ORIGIN}"], script[data-payment]`))
    script.dispatchEvent(new Event("error"));
}

async function load(publishableKey: string, scriptUrl: string | null | undefined): Promise<Stripe> {
  if (scriptUrl && !("Stripe" in window)) await addScript(scriptUrl);
  const stripe = await loadStripe(publishableKey, { locale: LOCALES[currentLanguage()] });
  if (!stripe) throw new Error("The payment script needs a browser.");
  return stripe;
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.dataset.payment = "";
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error("The payment script could not be loaded."));
    };
    document.head.append(script);
  });
}
