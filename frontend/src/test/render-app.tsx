import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSyncExternalStore } from "react";
import { createMemoryRouter, type DataRouter, MemoryRouter, useLocation } from "react-router";
import { RouterProvider } from "react-router/dom";
import { staffRoutes } from "@/staff/routes";
import { AppRoutes } from "@/storefront/router";

/** Opens an address of one of the two entries, without waiting between retries. */
export function renderApp(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = userEvent.setup();
  const { unmount } = render(
    <QueryClientProvider client={client}>
      {/^\/admin(\/|\?|$)/.test(address) ? staffAt(address) : <Storefront address={address} />}
    </QueryClientProvider>,
  );
  return { user, client, unmount };
}

function Storefront({ address }: { address: string }) {
  return (
    <MemoryRouter initialEntries={[address]}>
      <AppRoutes />
      <AddressOfStorefront />
    </MemoryRouter>
  );
}

function AddressOfStorefront() {
  return <Address location={useLocation()} />;
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
  const location = useSyncExternalStore(router.subscribe, () => router.state.location);
  return <Address location={location} />;
}

function Address({ location }: { location: { pathname: string; search: string } }) {
  return <output aria-label="Address">{location.pathname + location.search}</output>;
}
