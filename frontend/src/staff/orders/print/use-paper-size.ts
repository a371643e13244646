import { type RefObject, useLayoutEffect } from "react";

const MM_PER_PIXEL = 25.4 / 96;
/** Rounding must never push the last line onto a second sheet. */
const SPARE_MM = 2;

/**
 * Makes the sheet as wide as the roll and as long as what is on it: rolls have no pages, and CSS has no
 * word for that. Whatever else the browser paints stays off the paper.
 */
export function usePaperSize(paper: RefObject<HTMLElement | null>, widthMm: number): void {
  useLayoutEffect(() => {
    if (!paper.current || !("adoptedStyleSheets" in document)) return;
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const element = paper.current;
    const measure = () => {
      const height = Math.ceil(element.offsetHeight * MM_PER_PIXEL) + SPARE_MM;
      sheet.replaceSync(
        `@page { size: ${widthMm}mm ${height}mm; margin: 0; } @media print { html, body { background: none; } }`,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [paper, widthMm]);
}
