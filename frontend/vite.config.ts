import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { firstLoadOf } from "./scripts/first-loads";

const backend = process.env.CHUCKWAGON_DEV_BACKEND ?? "http://localhost:8000";

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
    // light-dark() and oklch() are used as written, so no browser older than these.
    target: ["chrome123", "edge123", "firefox121", "safari17.5"],
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
