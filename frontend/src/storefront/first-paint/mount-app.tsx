import { StrictMode } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { clientErrors } from "@/domain/api/client-errors";
import { createQueryClient } from "@/domain/api/query-client";
import { App } from "@/storefront/app";
import { pageTime, readFirstData, seedCache } from "./first-data";

/** Draws the app, or takes over the page that came with its content. */
export function mountApp(root: HTMLElement, client = createQueryClient()): Root {
  const data = readFirstData();
  const app = (
    <StrictMode>
      <App client={client} />
    </StrictMode>
  );
  if (!data) {
    const created = createRoot(root);
    created.render(app);
    return created;
  }
  seedCache(client, data, pageTime());
  // React draws what differs from the server's page again. The customer sees the right thing, and we hear of it.
  return hydrateRoot(root, app, {
    onRecoverableError: (error) => clientErrors.report("hydration", error),
  });
}
