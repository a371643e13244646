// The widths at which screens change, by name: `@media (--from-tablet)`, `(--below-desktop)`. Run by itself, it fails
// for a style sheet that names a width of the window in any other way.
import { globSync, readFileSync } from "node:fs";

/** In rem. A large phone, or a small one on its side; a tablet; a desk; a desk with room for a column more. */
const BREAKPOINTS: Record<string, number> = {
  "large-phone": 40,
  tablet: 48,
  desktop: 64,
  wide: 80,
};

/** Below them by less than a pixel: Safari 15.4 knows no `width < 40rem`. */
const widthOf: Record<string, (rem: number) => string> = {
  from: (rem) => `(min-width: ${rem}rem)`,
  below: (rem) => `(max-width: ${rem - 0.01}rem)`,
  // With a tablet held upright, which is as wide as its breakpoint.
  "up-to": (rem) => `(max-width: ${rem}rem)`,
};

/** The parameters of an `@media` with widths in place of names. */
function withWidths(params: string): string {
  if (/\b(width|(min|max)-width)\b/.test(params)) {
    throw new Error(`@media ${params}: name the width, as scripts/breakpoints.ts does.`);
  }
  return params.replace(
    /\(--(from|below|up-to)-([\w-]+)\)|\(--[^)]*\)/g,
    (name, side, breakpoint) => {
      const rem = BREAKPOINTS[breakpoint];
      if (rem === undefined)
        throw new Error(`@media ${name}: scripts/breakpoints.ts has no such name.`);
      return widthOf[side]?.(rem) ?? name;
    },
  );
}

/** A PostCSS plugin. Lightning CSS knows `@custom-media` only in the style sheet that uses it. */
export function breakpoints() {
  return {
    postcssPlugin: "breakpoints",
    AtRule: {
      media: (rule: { params: string }) => {
        if (rule.params.includes("--")) rule.params = withWidths(rule.params);
      },
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  for (const file of globSync("src/**/*.css")) {
    for (const [, params = ""] of readFileSync(file, "utf8").matchAll(/@media([^{]*)/g)) {
      try {
        withWidths(params.trim());
      } catch (problem) {
        console.error(`${file}: ${(problem as Error).message}`);
        process.exitCode = 1;
      }
    }
  }
}
