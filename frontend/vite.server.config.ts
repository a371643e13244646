import { fileURLToPath } from "node:url";
import { defineConfig, mergeConfig, type Plugin } from "vite";
import storefront from "./vite.config.ts";

/**
 * The half of `react-dom/server` that returns a string. The public entry brings the one for streams along, which uses
 * TextEncoder and MessageChannel while it loads: the engine has neither. A release that moves the file fails the build.
 */
const REACT_RENDERER = new URL(
  "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
  import.meta.url,
);

/**
 * The script that the server's engine draws first pages with: one file with all that it needs. It lies in the build,
 * because its names of classes and files are those of this build, and is not served.
 */
export default mergeConfig(
  storefront,
  defineConfig({
    plugins: [withoutLaterPages()],
    define: { "process.env.NODE_ENV": JSON.stringify("production"), "import.meta.url": '""' },
    resolve: { alias: { "react-dom/server": fileURLToPath(REACT_RENDERER) } },
    ssr: { target: "webworker", noExternal: true },
    build: {
      ssr: "src/storefront/first-paint/server.tsx",
      outDir: "dist/.server",
      emptyOutDir: true,
      target: "es2023",
      minify: true,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: {
        output: {
          format: "iife",
          name: "pages",
          codeSplitting: false,
          entryFileNames: "pages.js",
        },
      },
    },
  }),
);

/** What is loaded on demand and drawn by the server too. */
const DRAWN_ON_DEMAND = /\/(truck-page|truck-finder|messages\/(en|es)\/truck)$/;

/** Leaves out the pages that only a browser draws: their imports stay what they are, and are never called. */
function withoutLaterPages(): Plugin {
  return {
    name: "without-later-pages",
    resolveDynamicImport: (page) =>
      typeof page !== "string" || DRAWN_ON_DEMAND.test(page) ? null : { id: page, external: true },
  };
}
