import "@/ui/tokens/base.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { clientErrors } from "@/domain/api/error-reports/client-errors";
import { createQueryClient } from "@/domain/api/query-client";
import { preferredLanguage, setCurrentLanguage } from "@/messages/language";
import { App } from "./app";
import { loadMessages } from "./messages";
import { preloadPage, staffRoutes } from "./routes";
import { preloadData } from "./session/preload-data";
import { connectSession } from "./session/session";

clientErrors.listen(window);
const root = document.getElementById("root");
// A task of its own: loading the modules has been one already.
if (root) setTimeout(() => start(root));

async function start(root: HTMLElement): Promise<void> {
  const language = preferredLanguage();
  document.documentElement.lang = language;
  setCurrentLanguage(language);
  // Session, page, its first data and sentences are on their way at the same time.
  const client = createQueryClient();
  connectSession(client);
  preloadData(client);
  preloadPage(window.location.pathname);
  await loadMessages(language);
  const app = (
    <StrictMode>
      <App client={client} router={createBrowserRouter(staffRoutes)} />
    </StrictMode>
  );
  startTransition(() => createRoot(root).render(app));
}
