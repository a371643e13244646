import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { Router } from "wouter";
import { clientErrors } from "@/domain/api/error-reports/error-reporter";
import { createQueryClient } from "@/domain/api/query-client";
import { currentLanguage } from "@/messages/language";
import { pageTime, readFirstData, seedCache } from "@/storefront/first-paint/first-data";
import { showFromTop } from "@/storefront/layout/root-layout";
import { ErrorBoundary, PlainErrorScreen } from "@/ui/layout/error-boundary";
import { AppRoutes } from "./router";

/** Everything that every screen needs around it. */
export function App({ client }: { client: QueryClient }) {
  return (
    <ErrorBoundary fallback={<PlainErrorScreen />}>
      <QueryClientProvider client={client}>
        <Router aroundNav={showFromTop}>
          <AppRoutes />
        </Router>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

/** Draws the app, or takes over the page that came with its content. */
export function mountApp(root: HTMLElement, client = createQueryClient()): Root {
  const data = readFirstData();
  const page = document.documentElement;
  // A page that was kept in the other language is drawn again, with the data that it carries.
  const isPageInLanguage = page.lang === currentLanguage();
  page.lang = currentLanguage();
  const app = (
    <StrictMode>
      <App client={client} />
    </StrictMode>
  );
  if (data) seedCache(client, data, pageTime());
  if (!data || !isPageInLanguage) {
    const created = createRoot(root);
    startTransition(() => created.render(app));
    return created;
  }
  // React draws what differs from the server's page again. The customer sees the right thing, and we hear of it.
  return inSlices(() =>
    hydrateRoot(root, app, {
      onRecoverableError: (error) => clientErrors.report("hydration", error),
    }),
  );
}

/** Lets React pause while it takes over the page, so that taps and scrolling need not wait until it is done. */
function inSlices(hydrate: () => Root): Root {
  let root: Root | undefined;
  startTransition(() => {
    root = hydrate();
  });
  return root as Root;
}
