import "@/ui/tokens/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { clientErrors } from "@/domain/api/client-errors";
import { createQueryClient } from "@/domain/api/query-client";
import { preferredLanguage } from "@/messages/language";
import { App } from "./app";
import { loadMessages } from "./messages";
import { staffRoutes } from "./routes";

clientErrors.listen(window);
const root = document.getElementById("root");
if (root) start(root);

async function start(root: HTMLElement): Promise<void> {
  const language = preferredLanguage();
  document.documentElement.lang = language;
  await loadMessages(language);
  createRoot(root).render(
    <StrictMode>
      <App client={createQueryClient()} router={createBrowserRouter(staffRoutes)} />
    </StrictMode>,
  );
}
