import { defineConfig, mergeConfig } from "vite";
import storefront from "./vite.config.ts";

/**
 * The staff's entry, built on its own beside the customers': in one build both would share the router's file, and
 * customers would load what only staff use.
 */
export default mergeConfig(
  storefront,
  defineConfig({
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: ".vite/staff-manifest.json",
      rolldownOptions: {
        input: "staff.html",
        // What three screens share is one file: in sixty small ones each costs a phone a trip to the server.
        output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 3 }] } },
      },
    },
  }),
);
