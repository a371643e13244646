/** XPath expressions for elements, found by what a person reads. No name may hold a double quote. */

const TEXT = "normalize-space(.)";
/** A button that cannot be used yet may stay reachable, and say why at a press. */
const USABLE = '[not(@aria-disabled="true")]';

export function button(name: string): string {
  return `//button[${TEXT}="${name}" or @aria-label="${name}"]${USABLE}`;
}

/** A button whose name goes on, such as "Pay $13.45". */
export function buttonThatStarts(name: string): string {
  return `//button[starts-with(${TEXT}, "${name}") or starts-with(@aria-label, "${name}")]${USABLE}`;
}

export function link(name: string): string {
  return `//a[${TEXT}="${name}" or @aria-label="${name}"]`;
}

/** A link around a whole card. */
export function linkThatHolds(text: string): string {
  return `//a[contains(${TEXT}, "${text}") or contains(@aria-label, "${text}")]`;
}

export function heading(name: string): string {
  return `//*[self::h1 or self::h2 or self::h3 or self::h4][${TEXT}="${name}"]`;
}

/** The input or select that a label names. */
export function field(label: string): string {
  return `//*[self::input or self::select][@id=//label[${TEXT}="${label}"]/@for]`;
}

/** The label of a radio button or checkbox; it may go on with a price. */
export function choice(label: string): string {
  return `//label[starts-with(${TEXT}, "${label}")]`;
}

export function text(content: string): string {
  return `//*[text()[normalize-space(.)="${content}"]]`;
}

/** A list item with this heading. */
export function card(name: string): string {
  return `//li[.${heading(name)}]`;
}

export function articleThatHolds(content: string): string {
  return `//article[contains(${TEXT}, "${content}")]`;
}

/** A section with this heading. */
export function region(name: string): string {
  return `//section[.${heading(name)}]`;
}

export const DIALOG = `//*[@role="dialog"]`;
