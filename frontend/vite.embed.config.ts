import { defineConfig, mergeConfig } from "vite";
import storefront from "./vite.config.ts";

/** The widget that other sites load: one script under a name that stays, because it stands on their pages. */
export default mergeConfig(
  storefront,
  defineConfig({
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: {
        input: "src/embed/truck.ts",
        output: { format: "iife", codeSplitting: false, entryFileNames: "embed/truck.js" },
      },
    },
  }),
);
