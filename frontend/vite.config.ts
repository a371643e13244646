import { createHash } from "node:crypto";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { breakpoints } from "./scripts/breakpoints.ts";

const backend = process.env.CHUCKWAGON_DEV_BACKEND ?? "http://localhost:8000";

/**
 * The oldest browsers that the screens are made for. All of them know oklch(); light-dark() is newer, and the
 * build writes it as variables that follow color-scheme. `tsconfig.json` keeps to the library of these browsers.
 */
const OLDEST = ["chrome111", "edge111", "firefox113", "safari15.4"];
/** TanStack Query is made for Safari 15, with private fields (14.1): rewriting them costs home 0.9 kB. */
const AS_IT_IS = /@tanstack\/query-core\//;

/** Nothing of it is loaded for a visit without a connection, nor by search and filters, which home needs. */
const SMALL_AND_SHARED =
  /src\/(ui\/(feedback|browser\/use-countdown)|domain\/api\/(server-config|use-send)|storefront\/page-paths)|useMutation|mutationObserver/;
/** What nearly every page that shows a menu or an order needs, and a visit without a connection too. */
const OF_MENUS =
  /src\/domain\/(values\/(money|phone)|api\/limits|cart\/offer|menu\/menu-sections|time\/local-times-and-instants)/;

/** The customers' entry, the development server and the tests; `vite.staff.config.ts` builds the staff's entry. */
export default defineConfig({
  plugins: [react(), staffEntry(), fieldsAsTheyAre()],
  resolve: {
    alias: [
      { find: "@", replacement: fileURLToPath(new URL("./src", import.meta.url)) },
      // React has it itself; libraries bring it along for versions before 18.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" },
    ],
  },
  css: { modules: { generateScopedName: shortClassName }, postcss: { plugins: [breakpoints()] } },
  server: {
    proxy: {
      "/api": backend,
      "/uploads": backend,
      "/health": backend,
    },
  },
  build: {
    outDir: "dist",
    // Each file is written for the oldest browsers already (`fieldsAsTheyAre`).
    target: OLDEST.map((browser) => browser.replace("safari15.4", "safari16")),
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
      output: {
        codeSplitting: {
          groups: [
            // What the entry imports is one file: together it packs 2 kB smaller than in seven.
            { name: "first", tags: ["$initial"] },
            // Small ones that most pages load are one each, because the entry lists the files of every page.
            { name: "pages", minShareCount: 2, test: SMALL_AND_SHARED },
            { name: "menus", minShareCount: 2, test: OF_MENUS },
          ],
        },
        // Pages keep their names, also for the journeys. Names of the other files would be 0.5 kB of that list;
        // `.vite/manifest.json` says what is in which.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith(".tsx") ? "assets/[name]-[hash:7].js" : "assets/[hash:7].js",
        assetFileNames: "assets/[hash:7][extname]",
      },
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

/**
 * Writes each file for the oldest browsers, but for one package. The bundler would rewrite all fields of all classes,
 * because Safari before 16 loses the names in a field's first value that begins with a parenthesis
 * (https://bugs.webkit.org/show_bug.cgi?id=236843).
 */
function fieldsAsTheyAre(): Plugin {
  return {
    name: "fields-as-they-are",
    apply: "build",
    config: () => ({
      oxc: { include: /\.[cm]?[jt]sx?$/, exclude: AS_IT_IS, target: OLDEST },
    }),
    transform: {
      filter: { id: AS_IT_IS, code: /^\s*(static )?#\w+ = (.*\W)?\(/m },
      handler(_code, id) {
        this.error(`Safari 15 may read a field of ${id} wrongly: take the package out of AS_IT_IS`);
      },
    },
  };
}

const stylesheets = new Map<string, string>();

/** Unique by its file, and without the place in it: the classes of a page are in its script, its styles and its HTML. */
function shortClassName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file);
  const id = createHash("sha256").update(path).digest("base64url").slice(0, 4);
  const other = stylesheets.get(id) ?? path;
  if (other !== path) throw new Error(`${path} and ${other} have one hash: rename one of them.`);
  stylesheets.set(id, path);
  return `${name}-${id}`;
}
