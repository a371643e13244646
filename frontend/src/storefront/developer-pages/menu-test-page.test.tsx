import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { messages as m } from "@/messages";
import { aMenuItem, aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { lookupMessage } from "./api-and-menu-test-pages";

const SAMPLE_ID = "507f1f77bcf86cd799439011";

beforeEach(() => {
  server.use(http.get("*/api/config", () => HttpResponse.json({ devTools: true })));
});

function serveMenu(...items: unknown[]) {
  const asked: unknown[] = [];
  server.use(
    http.get("*/api/menu-items/public/:id", ({ params }) => {
      asked.push(params.id);
      return HttpResponse.json(items);
    }),
  );
  return asked;
}

function serveTruck(answer: () => Response) {
  server.use(http.get("*/api/trucks/by-slug/spicy-burritos", answer));
}

async function open() {
  const { user } = renderApp("/menu-test");
  const field = await screen.findByRole("textbox", { name: "Truck ID" });
  return { user, field };
}

it("fetches the menu of a typed id, counts it and shows it raw", async () => {
  const asked = serveMenu(aMenuItem({ name: "Carnitas taco" }), aMenuItem({ name: "Horchata" }));
  const { user, field } = await open();
  await user.type(field, " abc123 ");
  await user.click(screen.getByRole("button", { name: "Fetch menu" }));
  expect(await screen.findByText("Found 2 menu items")).toBeInTheDocument();
  const answer = screen.getByRole("region", { name: "JSON answer" });
  expect(answer).toHaveTextContent('"name": "Horchata"');
  expect(answer).toHaveAttribute("tabindex", "0");
  expect(asked).toEqual(["abc123"]);
});

it("counts one item and none", async () => {
  serveMenu(aMenuItem());
  const { user, field } = await open();
  await user.type(field, "abc{Enter}");
  expect(await screen.findByText("Found 1 menu item")).toBeInTheDocument();
  serveMenu();
  await user.click(screen.getByRole("button", { name: "Fetch menu" }));
  expect(await screen.findByText("Found 0 menu items")).toBeInTheDocument();
});

it("cannot be submitted empty, nor while it runs", async () => {
  let answer = (_: Response) => {};
  const answered = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  server.use(http.get("*/api/menu-items/public/:id", () => answered));
  const { user, field } = await open();
  expect(screen.getByRole("button", { name: "Fetch menu" })).toBeDisabled();
  await user.type(field, "   ");
  expect(screen.getByRole("button", { name: "Fetch menu" })).toBeDisabled();
  await user.type(field, "abc");
  await user.click(screen.getByRole("button", { name: "Fetch menu" }));
  for (const name of ["Fetching...", /^Get the ID/, "Use the sample ID"]) {
    expect(screen.getByRole("button", { name })).toBeDisabled();
  }
  expect(screen.getByText("Loading...")).toBeInTheDocument();
  answer(HttpResponse.json([]));
  expect(await screen.findByText("Found 0 menu items")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Fetch menu" })).toBeEnabled();
});

it("takes the id of the sample truck from the API", async () => {
  const asked = serveMenu(aMenuItem());
  serveTruck(() => HttpResponse.json(aTruck({ _id: "b".repeat(24) })));
  const { user, field } = await open();
  await user.click(screen.getByRole("button", { name: 'Get the ID of "spicy-burritos"' }));
  expect(await screen.findByText("Found 1 menu item")).toBeInTheDocument();
  expect(field).toHaveValue("b".repeat(24));
  expect(asked).toEqual(["b".repeat(24)]);
});

it("uses the fixed sample id", async () => {
  const asked = serveMenu();
  const { user, field } = await open();
  await user.click(screen.getByRole("button", { name: "Use the sample ID" }));
  expect(await screen.findByText("Found 0 menu items")).toBeInTheDocument();
  expect(field).toHaveValue(SAMPLE_ID);
  expect(asked).toEqual([SAMPLE_ID]);
});

it.each([
  [
    "a refused menu",
    () => HttpResponse.json({ error: "Truck not found" }, { status: 404 }),
    "Menu API Error: 404 - Truck not found",
  ],
  [
    "a refusal that is no JSON",
    () => new HttpResponse("nope", { status: 500 }),
    "Menu API Error: 500 - nope",
  ],
  ["a menu that is no JSON", () => new HttpResponse("<html>"), "Failed to parse JSON: "],
  ["a menu that was cut off", () => new HttpResponse('[{"name": "cut o'), "Failed to parse JSON: "],
  ["no answer at all", () => HttpResponse.error(), m.failures.noConnection],
])("shows %s, and the menu at the next try", async (_, answer, sentence) => {
  server.use(http.get("*/api/menu-items/public/:id", answer));
  const { user, field } = await open();
  await user.type(field, "abc{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
  expect(screen.queryByRole("region", { name: "JSON answer" })).not.toBeInTheDocument();
  serveMenu(aMenuItem());
  await user.click(screen.getByRole("button", { name: "Use the sample ID" }));
  expect(await screen.findByText("Found 1 menu item")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it.each([
  [
    "the sample truck is refused",
    () => HttpResponse.json({ error: "Truck not found" }, { status: 404 }),
    "Failed to get truck data: API Error: 404 - Truck not found",
  ],
  [
    "the sample truck has no id",
    () => HttpResponse.json({ name: "Spicy Burritos" }),
    "Could not get truck ID for testing",
  ],
])("says when %s, and asks for no menu", async (_, answer, sentence) => {
  const asked = serveMenu();
  serveTruck(answer);
  const { user, field } = await open();
  await user.click(screen.getByRole("button", { name: /Get the ID/ }));
  expect((await screen.findByRole("alert")).textContent).toBe(`Error${sentence}`);
  expect(asked).toEqual([]);
  expect(field).toHaveValue("");
});

it("has a sentence for whatever was thrown", () => {
  expect(lookupMessage("a text")).toBe("Unknown error occurred");
  expect(lookupMessage(new Error("a reason"))).toBe("a reason");
});
