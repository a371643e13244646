import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StaffTruck } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { staffMenuKey } from "@/domain/query-keys";
import { staffTrucksQuery } from "@/domain/trucks/staff-truck-queries";
import { serveStream } from "@/test/live-stream";
import { server } from "@/test/server";
import { aStaffMenuItem, aStaffTruck } from "@/test/staff/staff";
import { useLiveStaffTruck } from "./use-live-staff-truck";

const TRUCK = aStaffTruck();

let client: QueryClient;
let read: string[];
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  read = [];
});
afterEach(() => vi.useRealTimers());

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

/** A truck whose list was read at a change, and a server that answers its streams so. */
function serve(lastChange: number | undefined, hello: { resumed: boolean; id: string }) {
  server.use(
    http.get("*/api/trucks", () => {
      read.push("trucks");
      return HttpResponse.json([{ ...TRUCK, lastChange }]);
    }),
    http.get("*/api/menu-items/truck/:id", () => {
      read.push("menu");
      return HttpResponse.json([aStaffMenuItem()]);
    }),
  );
  return serveStream(server, "*/api/orders/stream", hello);
}

/** A page of a truck: first the list, then the menu, and at last the stream. */
async function openPage() {
  const page = renderHook(
    () => {
      const { data = [] } = useQuery(staffTrucksQuery());
      const [truck] = data as StaffTruck[];
      const menu = useQuery(staffMenuQuery(truck?._id ?? ""));
      return { menu: menu.data, live: useLiveStaffTruck(menu.data && truck ? truck._id : null) };
    },
    { wrapper },
  );
  await waitFor(() => expect(page.result.current.menu).toHaveLength(1));
  await waitFor(() => expect(page.result.current.live.state).toBe("live"));
  return page;
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

it.each([
  ["that goes on from the list", 7, { resumed: true, id: "7" }],
  ["of a truck that never changed", 0, { resumed: false, id: "0" }],
  ["that cannot resume, but whose last change is the same", 7, { resumed: false, id: "7" }],
])("reads nothing twice at the first contact %s", async (_, lastChange, hello) => {
  const { asked } = serve(lastChange, hello);
  await openPage();
  await settle();
  expect(asked).toEqual([String(lastChange)]);
  expect(read).toEqual(["trucks", "menu"]);
});

it("reads again what changed between the list and the stream", async () => {
  const stream = serve(7, { resumed: true, id: "7" });
  stream.say("menu", {});
  await openPage();
  await waitFor(() => expect(read).toEqual(["trucks", "menu", "menu"]));
});

it.each([
  ["the server does not know the change any more", 7, ["7"]],
  ["an older server says no change", undefined, [null]],
])("reads all again when %s", async (_, lastChange, asked) => {
  const stream = serve(lastChange, { resumed: false, id: "9" });
  await openPage();
  await waitFor(() => expect([...read].sort()).toEqual(["menu", "menu", "trucks", "trucks"]));
  expect(stream.asked).toEqual(asked);
});

it("reads all again when the list was read long before", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const stream = serve(7, { resumed: false, id: "7" });
  await client.fetchQuery({ ...staffTrucksQuery(), staleTime: Number.POSITIVE_INFINITY });
  vi.setSystemTime(Date.now() + 120_000);
  client.setQueryData(staffMenuKey(TRUCK._id), [aStaffMenuItem()]);
  const menu = renderHook(() => useLiveStaffTruck(TRUCK._id), { wrapper });
  await waitFor(() => expect(menu.result.current.state).toBe("live"));
  expect(stream.asked).toEqual([null]);
  expect(client.getQueryState(staffMenuKey(TRUCK._id))?.isInvalidated).toBe(true);
});

it.each([
  ["was there before the list", () => client.setQueryData(staffMenuKey(TRUCK._id), []), () => {}],
  [
    "was kept by this device",
    () => {},
    () => client.setQueryData(staffMenuKey(TRUCK._id), [], { updatedAt: Date.now() - 60_000 }),
  ],
])("reads all again when the menu %s", async (_, before, after) => {
  const stream = serve(7, { resumed: false, id: "7" });
  before();
  await client.fetchQuery(staffTrucksQuery());
  after();
  const { result } = renderHook(() => useLiveStaffTruck(TRUCK._id), { wrapper });
  await waitFor(() => expect(result.current.state).toBe("live"));
  expect(stream.asked).toEqual([null]);
  expect(client.getQueryState(staffMenuKey(TRUCK._id))?.isInvalidated).toBe(true);
});

it("goes on from the list once only", async () => {
  const stream = serve(7, { resumed: true, id: "7" });
  const page = await openPage();
  page.unmount();
  await settle();
  await openPage();
  expect(stream.asked).toEqual(["7", null]);
});
