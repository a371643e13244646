import { useEffect, useLayoutEffect } from "react";
import { pushSupport } from "@/domain/push/push-support";
import { type HuedTruck, hueOf, hueTokens } from "@/domain/trucks/truck-hue";

/**
 * Offers the truck's own app for the home screen as long as one of its pages is shown. Safari takes the app's name from
 * the page, other browsers from the manifest. With the token of an order, an app that an iPhone needs for notifications
 * opens the page of the order: it has a storage of its own, which knows no order.
 */
export function useTruckManifest(
  truck: { slug: string; name: string } | undefined,
  orderToken?: string | null | undefined,
): void {
  const { slug, name } = truck ?? {};
  useEffect(() => {
    if (!slug || !name) return;
    const manifest =
      orderToken && pushSupport() === "install" ? manifestOfOrder(orderToken) : manifestOf(slug);
    const restore = [
      setAttribute('link[rel="manifest"]', "href", manifest),
      setAttribute('meta[name="apple-mobile-web-app-title"]', "content", name),
    ];
    return () => {
      for (const undo of restore) undo();
    };
  }, [slug, name, orderToken]);
}

/** Always on the page's own origin, where the app is installed. */
function manifestOf(slug: string): string {
  return `/api/trucks/by-slug/${encodeURIComponent(slug)}/manifest`;
}

function manifestOfOrder(token: string): string {
  return `/api/track/${encodeURIComponent(token)}/manifest`;
}

function setAttribute(selector: string, name: string, value: string): () => void {
  const element = document.querySelector(selector);
  const before = element?.getAttribute(name);
  element?.setAttribute(name, value);
  return () => {
    if (before) element?.setAttribute(name, before);
  };
}

/** Gives the whole page a truck's colours while it is open; dialogs and drawers live outside its element. */
export function useTruckHue(truck: HuedTruck): void {
  const hue = hueOf(truck);
  useLayoutEffect(() => {
    const { body } = document;
    body.dataset.truckHue = hueTokens(hue);
    return () => {
      delete body.dataset.truckHue;
    };
  }, [hue]);
}
