import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { AppRoutes } from "@/app/router";

/** Opens an address of the whole application, without waiting between retries. */
export function renderApp(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = userEvent.setup();
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <AppRoutes />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { user, client, unmount };
}

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}
