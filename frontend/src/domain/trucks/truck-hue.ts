const DEGREES = 360;
const STEP = 15;
// Any seed spreads well; with this one the demo trucks get hues close to those their images are painted in.
const SEED = 290_469_617;

/** What a truck's colours come from: the hue chosen in its form, else its slug. */
export interface HuedTruck {
  slug: string;
  /** Degrees, 0 to 359. */
  accentHue?: number | null;
}

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

export function hueOf({ slug, accentHue }: HuedTruck): number {
  return accentHue ?? truckHue(slug);
}

/**
 * A hue as the attribute that `truck-hue.css` reads: its hundreds, tens and ones, such as "200 10". An
 * attribute and no style, so that the page that comes from the server needs no style of its own.
 */
export function hueTokens(hue: number): string {
  const parts = [hue - (hue % 100), (hue % 100) - (hue % 10), hue % 10];
  return parts.filter((part) => part > 0).join(" ");
}

/** The attribute that gives an element, and all inside it, a truck's colours. */
export function truckHueProps(truck: HuedTruck) {
  return { "data-truck-hue": hueTokens(hueOf(truck)) };
}
