import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Toasts } from "@/ui/feedback/toast";

/** Draws a part of a screen that stands on the query cache, and the toasts. */
export function renderPart(part: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={client}>
      {part}
      <Toasts />
    </QueryClientProvider>,
  );
  return { user };
}
