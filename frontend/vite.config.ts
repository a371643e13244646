import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const backend = process.env.CHUCKWAGON_DEV_BACKEND ?? "http://localhost:8000";

/**
 * The oldest browsers that the screens are made for. All of them know oklch(); light-dark() is newer, and the
 * build writes it as variables that follow color-scheme. `tsconfig.json` keeps to the library of these browsers.
 */
const OLDEST = ["chrome111", "edge111", "firefox113", "safari15.4"];

/** The customers' entry, the development server and the tests; `vite.staff.config.ts` builds the staff's entry. */
export default defineConfig({
  plugins: [react(), staffEntry()],
  resolve: {
    alias: [
      { find: "@", replacement: fileURLToPath(new URL("./src", import.meta.url)) },
      // React has it itself; libraries bring it along for versions before 18.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" },
    ],
  },
  server: {
    proxy: {
      "/api": backend,
      "/uploads": backend,
      "/health": backend,
    },
  },
  build: {
    outDir: "dist",
    target: OLDEST,
    cssTarget: OLDEST,
    manifest: true,
    // A browser that knows no preloads of modules loads them as it comes to them.
    modulePreload: { polyfill: false },
    // MapLibre, which is loaded when the map is opened, is one file of 1.2 MB.
    chunkSizeWarningLimit: 1300,
    // An inlined image would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: "index.html",
      // What the entry imports is one file: together it packs 2 kB smaller than in seven.
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
    },
  },
});

/** Serves the staff's entry for every address below /admin while the screens are being developed. */
function staffEntry(): Plugin {
  return {
    name: "staff-entry",
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (/^\/admin(?:[/?]|$)/.test(request.url ?? "")) request.url = "/staff.html";
        next();
      });
    },
  };
}
