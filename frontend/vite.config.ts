import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { firstLoadOf } from "./scripts/first-loads";

const backend = process.env.CHUCKWAGON_DEV_BACKEND ?? "http://localhost:8000";

/**
 * The oldest browsers that the screens are made for. All of them know oklch(); light-dark() is newer, and the
 * build writes it as variables that follow color-scheme. `tsconfig.json` keeps to the library of these browsers.
 */
const OLDEST = ["chrome111", "edge111", "firefox113", "safari15.4"];

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) },
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
    // An inlined picture would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: (id, graph) => firstLoadOf(import.meta.dirname, id, graph) }],
        },
      },
    },
  },
});
