import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { DataRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { ErrorBoundary, PlainErrorScreen } from "@/ui/layout/page-states";

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
