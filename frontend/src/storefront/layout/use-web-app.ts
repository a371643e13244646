import { useEffect } from "react";

/**
 * Offers the truck's own app for the home screen as long as one of its pages is shown. Safari takes the app's name from
 * the page, other browsers from the manifest.
 */
export function useWebApp(truck: { slug: string; name: string } | undefined): void {
  const { slug, name } = truck ?? {};
  useEffect(() => {
    if (!slug || !name) return;
    const restore = [
      setAttribute('link[rel="manifest"]', "href", manifestOf(slug)),
      setAttribute('meta[name="apple-mobile-web-app-title"]', "content", name),
    ];
    return () => {
      for (const undo of restore) undo();
    };
  }, [slug, name]);
}

/** Always on the page's own origin, where the app is installed. */
function manifestOf(slug: string): string {
  return `/api/trucks/by-slug/${encodeURIComponent(slug)}/manifest`;
}

function setAttribute(selector: string, name: string, value: string): () => void {
  const element = document.querySelector(selector);
  const before = element?.getAttribute(name);
  element?.setAttribute(name, value);
  return () => {
    if (before) element?.setAttribute(name, before);
  };
}
