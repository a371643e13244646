import { type CSSProperties, useLayoutEffect } from "react";

const DEGREES = 360;
const STEP = 15;
// Any seed spreads well; with this one the demo trucks get hues close to those their pictures are painted in.
const SEED = 290_469_617;

/**
 * The hue that is a truck's own, in degrees, always the same for the same slug. Lightness and chroma
 * are fixed by the tokens, so that no hue breaks the contrast rule.
 */
export function truckHue(slug: string): number {
  let hash = SEED;
  for (const character of slug) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  // Steps keep two trucks either clearly apart or clearly alike.
  return (Math.floor((hash >>> 8) / STEP) * STEP) % DEGREES;
}

/** The attributes that give an element, and all inside it, a truck's colours. */
export function truckHueProps(slug: string) {
  return {
    "data-truck-hue": "",
    style: { "--truck-hue": String(truckHue(slug)) } as CSSProperties,
  };
}

/** Gives the whole page a truck's colours while it is open; dialogs and drawers live outside its element. */
export function useTruckHue(slug: string): void {
  useLayoutEffect(() => {
    const { body } = document;
    body.dataset.truckHue = "";
    body.style.setProperty("--truck-hue", String(truckHue(slug)));
    return () => {
      delete body.dataset.truckHue;
      body.style.removeProperty("--truck-hue");
    };
  }, [slug]);
}
