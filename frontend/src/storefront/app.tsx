import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Router } from "wouter";
import { ErrorBoundary } from "@/ui/layout/error-boundary";
import { PlainErrorScreen } from "@/ui/layout/plain-error-screen";
import { showFromTop } from "./layout/page-start";
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
