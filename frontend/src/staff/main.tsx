import "@/ui/tokens/base.css";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, type DataRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { clientErrors } from "@/domain/api/error-reports/error-reporter";
import { createQueryClient } from "@/domain/api/query-client";
import { preferredLanguage, setCurrentLanguage } from "@/messages/language";
import { connectSession, preloadData } from "@/staff/session/session";
import { ErrorBoundary, PlainErrorScreen } from "@/ui/layout/error-boundary";
import { loadMessages } from "./load-messages";
import { preloadPage, staffRoutes } from "./routes";

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

/** Everything that every staff screen needs around it. */
function App({ client, router }: { client: QueryClient; router: DataRouter }) {
  return (
    <ErrorBoundary fallback={<PlainErrorScreen />}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
