import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSyncExternalStore } from "react";
import { createMemoryRouter, type DataRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { staffRoutes } from "@/staff/routes";
import { App } from "@/storefront/mount-app";

/** Opens an address of one of the two entries, without waiting between retries. `keep` fills what was read before. */
export function renderApp(address: string, keep?: (client: QueryClient) => void) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  keep?.(client);
  const user = userEvent.setup();
  const isStaff = /^\/admin(\/|\?|$)/.test(address);
  if (!isStaff) window.history.replaceState(null, "", address);
  const { unmount } = render(
    isStaff ? (
      <QueryClientProvider client={client}>{staffAt(address)}</QueryClientProvider>
    ) : (
      <App client={client} />
    ),
  );
  return { user, client, unmount };
}

function staffAt(address: string) {
  const router = createMemoryRouter(staffRoutes, { initialEntries: [address] });
  return (
    <>
      <RouterProvider router={router} />
      <AddressOfStaff router={router} />
    </>
  );
}

function AddressOfStaff({ router }: { router: DataRouter }) {
  const { pathname, search } = useSyncExternalStore(router.subscribe, () => router.state.location);
  return <output aria-label="Address">{pathname + search}</output>;
}
