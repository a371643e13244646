import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { BrowserRouter } from "react-router";
import { ErrorBoundary } from "@/ui/layout/error-boundary";
import { PlainErrorScreen } from "@/ui/layout/plain-error-screen";
import { AppRoutes } from "./router";

/** Everything that every screen needs around it. */
export function App({ client }: { client: QueryClient }) {
  return (
    <ErrorBoundary fallback={<PlainErrorScreen />}>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
