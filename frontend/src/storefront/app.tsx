import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Router } from "wouter";
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
