import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { DataRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { ErrorBoundary } from "@/ui/layout/error-boundary";
import { PlainErrorScreen } from "@/ui/layout/plain-error-screen";

/** Everything that every staff screen needs around it. */
export function App({ client, router }: { client: QueryClient; router: DataRouter }) {
  return (
    <ErrorBoundary fallback={<PlainErrorScreen />}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
