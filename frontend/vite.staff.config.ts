import { defineConfig, mergeConfig } from "vite";
import storefront from "./vite.config.ts";

const OF_SHORT_FORMS =
  /react-hook-form|@hookform|valibot|fluent-emoji|src\/(domain\/(api\/(?!transport\/upload)|values\/image-urls|offline\/(load-outbox|unsent-orders))|forms\/field-schemas|staff\/(session|security\/proof|shared\/account-field)|ui\/(icons|browser\/(use-document-title|use-countdown)|content\/images|controls\/checkbox-and-switch|feedback\/notice\.|inputs\/(field|password|text)))/;

/** All but the drawing of QR codes, which three pages show seldom. */
const OF_MANY_PAGES = /^(?!.*(\/uqr\/|content\/qr-code))/;

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
        // The sign-in, which is waited for first, needs only those of them that are about short forms; what its own
        // pages share is no other page's.
        output: {
          codeSplitting: {
            groups: [
              { name: "first", tags: ["$initial"], priority: 2 },
              { name: "shared", minShareCount: 2, test: OF_SHORT_FORMS, priority: 1 },
              { name: "sign-in", minShareCount: 2, test: /src\/staff\/sign-in/, priority: 0.5 },
              { name: "work", minShareCount: 3, test: OF_MANY_PAGES },
            ],
          },
        },
      },
    },
  }),
);
