import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Link, useLocation } from "wouter";
import { belowOverlays, useCloseOnBack } from "./close-on-back";

/** The page that is shown, with overlays that are open by name. */
function Page({ open, onClose }: { open: readonly string[]; onClose: (name: string) => void }) {
  const [path] = useLocation();
  useCloseOnBack(open.includes("cart"), () => onClose("cart"));
  useCloseOnBack(open.includes("item"), () => onClose("item"));
  return (
    <>
      <output>{path}</output>
      <Link to="/next">Next</Link>
    </>
  );
}

/** A page at /page, after one at /before. */
function arrive({ refuses = [] as string[] } = {}) {
  window.history.pushState(null, "", "/before");
  window.history.pushState({ of: "the router" }, "", "/page");
  let open: readonly string[] = [];
  const page = () => (
    <Page open={open} onClose={(name) => refuses.includes(name) || show(without(name))} />
  );
  const without = (name: string) => open.filter((each) => each !== name);
  const view = render(page());
  function show(next: readonly string[]): void {
    open = next;
    view.rerender(page());
  }
  return {
    showNow: (...next: string[]) => act(() => show(next)),
    show: async (...next: string[]) => {
      act(() => show(next));
      await settled();
    },
    replaceBy: async (next: string) => {
      act(() => show([]));
      act(() => show([next]));
      await settled();
    },
    open: () => open,
    path: () => screen.getByRole("status").textContent,
  };
}

/** Long enough for a step through the history and the one that answers it. */
async function settled(): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve, 30)));
}

async function step(by: number): Promise<void> {
  window.history.go(by);
  await settled();
}

it("goes back through what is open, the uppermost first, and then leaves the page", async () => {
  const { show, open, path } = arrive();
  await show("cart");
  await show("cart", "item");
  await step(-1);
  expect([open(), path()]).toEqual([["cart"], "/page"]);
  await step(-1);
  expect([open(), path()]).toEqual([[], "/page"]);
  expect(window.history.state).toEqual({ of: "the router" });
  await step(-1);
  expect(path()).toBe("/before");
});

it("has its step in the task in which it opens, where Back comes at once", async () => {
  const { open, path, showNow } = arrive();
  showNow("cart");
  expect(window.history.state).toMatchObject({ overlays: 1 });
  await step(-1);
  expect([open(), path()]).toEqual([[], "/page"]);
});

it("closes all of it where Back is held to go over several", async () => {
  const { show, open, path } = arrive();
  await show("cart", "item");
  await step(-2);
  expect([open(), path()]).toEqual([[], "/page"]);
});

it.each([
  ["closed by itself", [["cart"], []]],
  ["with the one above it", [["cart"], ["cart", "item"], []]],
  ["in whose place another one came", [["cart"], ["item"], []]],
])("leaves no step behind: an overlay %s", async (_, states) => {
  const { show, path } = arrive();
  for (const state of states) await show(...state);
  await step(-1);
  expect(path()).toBe("/before");
});

it("takes one step for an overlay that another one follows at once", async () => {
  const { show, replaceBy, open, path } = arrive();
  await show("cart");
  await replaceBy("item");
  expect(open()).toEqual(["item"]);
  await step(-1);
  expect([open(), path()]).toEqual([[], "/page"]);
  await step(-1);
  expect(path()).toBe("/before");
});

it("keeps what refuses to close, as often as it is asked", async () => {
  const { show, open, path } = arrive({ refuses: ["cart"] });
  await show("cart");
  for (const _ of [1, 2]) {
    await step(-1);
    expect([open(), path()]).toEqual([["cart"], "/page"]);
  }
});

it("opens nothing again on the way forward, and leads back out as before", async () => {
  const { show, open, path } = arrive();
  await show("cart");
  await step(-1);
  await step(1);
  expect([open(), path()]).toEqual([[], "/page"]);
  await step(-1);
  expect(path()).toBe("/before");
});

it("gives a link's page the entry of the overlay", async () => {
  const { show, path } = arrive();
  await show("cart");
  act(() => screen.getByRole("link", { name: "Next" }).click());
  await show();
  expect(path()).toBe("/next");
  await step(-1);
  expect(path()).toBe("/page");
  await step(1);
  expect(path()).toBe("/next");
  await step(-2);
  expect(path()).toBe("/before");
});

it("replaces the page and not the overlay", async () => {
  const { show, path } = arrive();
  await show("cart", "item");
  belowOverlays(() => window.history.replaceState(null, "", "/done"));
  await show();
  expect(path()).toBe("/done");
  await step(-1);
  expect(path()).toBe("/before");
});

it("goes on with the entry that a reload has kept", async () => {
  const { show, open, path } = arrive();
  window.history.pushState({ of: "the router", overlays: 1 }, "");
  await show("cart");
  await step(-1);
  expect([open(), path()]).toEqual([[], "/page"]);
  await step(-1);
  expect(path()).toBe("/before");
});

it("goes back over the entries that a frame of the page has made since, as a bank's check does", async () => {
  const { show } = arrive();
  await show("cart");
  // A frame's step lengthens the history of the page, whose own state stays.
  window.history.pushState(window.history.state, "");
  window.history.pushState(window.history.state, "");
  let state: unknown;
  belowOverlays(() => {
    state = window.history.state;
  });
  await settled();
  expect(state).toEqual({ of: "the router" });
});

it("goes on where the browser answers nothing, as for the entry of a frame that is gone", async () => {
  const { show } = arrive();
  await show("cart");
  const go = vi.spyOn(window.history, "go").mockImplementation(() => undefined);
  const goOn = vi.fn();
  belowOverlays(goOn);
  await vi.waitFor(() => expect(goOn).toHaveBeenCalledOnce(), { timeout: 2_000 });
  go.mockRestore();
});
