const OWN_PICTURE = /^(\/uploads\/.+)-(\d+)\.webp$/;
const VARIANT_WIDTHS = [320, 640, 1280];

/**
 * The `srcset` of one of our own images, whose address ends in the width of its largest variant.
 * Any other address has only itself.
 */
export function imageSources(address: string): string | undefined {
  const match = OWN_PICTURE.exec(address);
  const [, stem, largest] = match ?? [];
  if (!stem || !largest) return undefined;
  const widths = VARIANT_WIDTHS.filter((width) => width < Number(largest));
  return [...widths, Number(largest)].map((width) => `${stem}-${width}.webp ${width}w`).join(", ");
}

/** Whether the server will take it: nothing, a secure address, or one of our own uploads. */
export function isImageUrl(address: string | null): boolean {
  return address === null || /^(https:\/\/[^\s/]+\S*|\/uploads\/\S+)$/.test(address);
}
