import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { aMovingTruck, aStop, aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function serveTrucks(...trucks: unknown[]) {
  server.use(http.get("*/api/trucks/public", () => HttpResponse.json(trucks)));
}

function card(name: string) {
  const link = screen.getByRole("link", { name });
  return within(link.closest("li") as HTMLElement);
}

it("greets, and lists each truck with what is known of it", async () => {
  serveTrucks(
    aTruck(),
    aTruck({
      _id: "2".repeat(24),
      slug: "plain",
      name: "Plain Truck",
      imageUrl: null,
      shortDescription: "",
      cuisine: [],
      location: { city: "", state: "" },
    }),
  );
  renderApp("/");
  expect(
    screen.getByRole("heading", { level: 1, name: "Order from Your Favorite Food Trucks" }),
  ).toBeInTheDocument();
  expect(screen.getByText("Fresh food, delivered to your location")).toBeInTheDocument();
  expect(screen.getByText("Order ahead, pick it up at the truck.")).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "Available Food Trucks" })).toBeInTheDocument();

  expect(await screen.findByRole("link", { name: "Spicy Burritos" })).toHaveAttribute(
    "href",
    "/spicy-burritos",
  );
  const full = card("Spicy Burritos");
  expect(full.getByText("Open")).toBeInTheDocument();
  expect(full.getByText("Ready in about 15 min")).toBeInTheDocument();
  expect(full.getByText("Burritos with a kick.")).toBeInTheDocument();
  expect(full.getByText("Portland, OR")).toBeInTheDocument();
  expect(full.getByText("Tacos")).toBeInTheDocument();
  expect(full.queryByText("Vegan")).not.toBeInTheDocument();

  const plain = card("Plain Truck");
  expect(plain.getByText("P")).toBeInTheDocument();
  expect(plain.queryByRole("list", { name: "Cuisine" })).not.toBeInTheDocument();
});

it("names a city without its state", async () => {
  serveTrucks(aTruck({ location: { city: "Boston", state: "" } }));
  renderApp("/");
  expect(await screen.findByText("Boston")).toBeInTheDocument();
});

it("lists no truck that could not be opened", async () => {
  serveTrucks(
    aTruck(),
    aTruck({ _id: "2".repeat(24), name: "Asleep", slug: "asleep", isActive: false }),
    aTruck({ _id: "3".repeat(24), name: "Slugless", slug: "" }),
  );
  renderApp("/");
  await screen.findByRole("link", { name: "Spicy Burritos" });
  expect(screen.queryByText("Asleep")).not.toBeInTheDocument();
  expect(screen.queryByText("Slugless")).not.toBeInTheDocument();
});

it("does not call a paused truck open", async () => {
  serveTrucks(aTruck({ acceptingOrders: false }));
  renderApp("/");
  expect(await screen.findByText("Taking a break")).toBeInTheDocument();
  expect(screen.queryByText("Open")).not.toBeInTheDocument();
});

it("says until when a truck is paused", async () => {
  const pausedUntil = new Date(Date.now() + 3_600_000).toISOString();
  serveTrucks(aTruck({ acceptingOrders: false, pausedUntil }));
  renderApp("/");
  expect(
    await screen.findByText(/^Paused until (tomorrow at )?\d{1,2}:\d{2} [AP]M$/),
  ).toBeVisible();
  expect(screen.queryByText("Open")).not.toBeInTheDocument();
});

it("shows that it loads, then says when there is nothing", async () => {
  serveTrucks();
  renderApp("/");
  expect(screen.getByText("Loading food trucks...")).toBeInTheDocument();
  expect(await screen.findByText("No food trucks available at the moment.")).toBeInTheDocument();
});

it("keeps the reason of a failure while it asks again by itself, and says that it loads on demand", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let asked = 0;
  let answer: () => Promise<Response> = async () => HttpResponse.error();
  server.use(
    http.get("*/api/trucks/public", () => {
      asked += 1;
      return answer();
    }),
  );
  const { user, client } = renderApp("/");
  const retry = await screen.findByRole("button", { name: "Try again" });
  let release = () => {};
  answer = async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return HttpResponse.error();
  };
  const before = asked;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await waitFor(() => expect(asked).toBe(before + 1));
  expect(retry).toBeVisible();
  expect(screen.queryByText("Loading food trucks...")).not.toBeInTheDocument();

  release();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  answer = () => new Promise(() => {});
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Loading food trucks...")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

it("sends an unknown address home", async () => {
  serveTrucks(aTruck());
  renderApp("/no/such/page/anywhere");
  expect(await screen.findByRole("heading", { name: "Available Food Trucks" })).toBeInTheDocument();
  expect(window.location.pathname).toBe("/");
});

it("says on its card how late a truck is", async () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const stop = aStop({ startsAt: hours(-1), endsAt: hours(2), state: "open" });
  serveTrucks(aMovingTruck({ ...stop, delayMinutes: 20 }, null));
  renderApp("/");
  await screen.findByRole("link", { name: "Spicy Burritos" });
  expect(card("Spicy Burritos").getByText("20 min late")).toBeVisible();
});

it("shows a truck's letter for an image that had failed before the page was taken over", async () => {
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  const decode = () => Promise.reject(new Error("no image"));
  Object.defineProperty(HTMLImageElement.prototype, "decode", {
    value: decode,
    configurable: true,
  });
  serveTrucks(aTruck({ imageUrl: "https://drive.example/view" }));
  renderApp("/");
  await screen.findByRole("link", { name: "Spicy Burritos" });
  expect(await card("Spicy Burritos").findByText("S")).toBeInTheDocument();
});
