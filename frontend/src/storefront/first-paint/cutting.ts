/** Turning drawn HTML into pieces with places for what the server fills in, written `{{name}}`. */

import { SAMPLE_HUE, SAMPLE_IMAGE, SAMPLE_PRICE } from "./samples";

/** Puts a place where a known part of the HTML is; says so when the screens have changed under it. */
export function cut(html: string, part: string | RegExp, place: string): string {
  const found = html.replace(part, () => place);
  if (found === html) throw new Error(`The first paint has no ${place}: ${part} is not in ${html}`);
  return found;
}

/** The one part of the HTML that matches. */
export function pick(html: string, part: RegExp): string {
  const [found] = part.exec(html) ?? [];
  if (!found) throw new Error(`The first paint has no ${part} in ${html}`);
  return found;
}

/** Every mark and sample becomes the place of its value. */
export function withPlaces(html: string): string {
  return (
    html
      // Only a hint for the head; the image itself follows.
      .replace(/<link rel="preload"[^>]*>/g, "")
      .replace(/ srcSet="[^"]*"/g, "{{srcset}}")
      .replaceAll(SAMPLE_IMAGE, "{{picture}}")
      .replaceAll(`"${SAMPLE_HUE.shown}"`, '"{{hue}}"')
      .replaceAll(SAMPLE_PRICE.shown, "{{price}}")
      .replaceAll(">Taking a break<", ">{{badge}}<")
      // What the components make of a value, before the value itself.
      .replaceAll("section-zz-title-zz", "section-{{anchor}}")
      .replaceAll("tel:zz-phone-zz", "tel:{{phoneAddress}}")
      .replace(/(<div aria-hidden="true" class="[^"]*plate[^"]*">)Z(?=<)/g, "$1{{letter}}")
      .replace(/zz-(\w+)-zz/g, "{{$1}}")
  );
}
