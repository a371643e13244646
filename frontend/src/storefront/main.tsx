import "@/ui/tokens/base.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { clientErrors } from "@/domain/api/client-errors";
import { createQueryClient } from "@/domain/api/query-client";
import { App } from "./app";
import { pageTime, readFirstData, seedCache } from "./first-paint/first-data";

clientErrors.listen(window);
const root = document.getElementById("root");
if (root) start(root);

function start(root: HTMLElement): void {
  const client = createQueryClient();
  const data = readFirstData();
  const app = (
    <StrictMode>
      <App client={client} />
    </StrictMode>
  );
  if (!data) {
    createRoot(root).render(app);
    return;
  }
  seedCache(client, data, pageTime());
  // A part that has changed since, such as a pause that ended, is rendered again. That is no fault to report.
  hydrateRoot(root, app, { onRecoverableError: () => undefined });
}
