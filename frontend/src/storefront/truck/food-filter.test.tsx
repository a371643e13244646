import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { MenuItem } from "@/domain/api/public-types";
import { clearCart } from "@/storefront/cart/cart-store";
import { aGroup, aMenuItem, aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

const NONE = "Contains none of the nine main allergens";
const sauces = aGroup("Sauce", [0, 2], "Peanut", "Salsa", "Cream");
const [peanut, salsa, cream] = sauces.options as [MenuOption, MenuOption, MenuOption];
type MenuOption = MenuItem["optionGroups"][number]["options"][number];

const item = (id: string, name: string, said: Partial<MenuItem>) =>
  aMenuItem({ _id: id.repeat(24), name, section: "Bowls", ...said });
const bowl = item("a", "Bowl", {
  diets: ["vegan", "vegetarian"],
  allergens: [],
  optionGroups: [
    {
      ...sauces,
      options: [
        { ...peanut, allergens: ["peanuts"] },
        { ...salsa, allergens: null },
        { ...cream, allergens: ["milk"] },
      ],
    },
  ],
});
const satay = item("b", "Satay", { diets: [], allergens: ["peanuts", "soybeans"] });
const tea = item("c", "Tea", { diets: null, allergens: null });

function serve(menu: MenuItem[]) {
  server.use(
    http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(aTruck())),
    http.get("*/api/menu-items/public/:id", () => HttpResponse.json(menu)),
    http.get("*/api/config", () => HttpResponse.json({ currency: "usd", taxRate: 8.75 })),
  );
}

async function open() {
  const { user } = renderApp("/spicy-burritos");
  await screen.findByText(/^Found/);
  return user;
}

const chip = (name: string) => screen.getByRole("button", { name });
const namesIn = (region: string) =>
  within(screen.getByRole("region", { name: region }))
    .getAllByRole("heading", { level: 4 })
    .map(({ textContent }) => textContent);

beforeEach(() => serve([bowl, satay, tea]));
afterEach(() => clearCart("spicy-burritos"));

it("shows what has a diet, below it what says nothing, and hides what says otherwise", async () => {
  const user = await open();
  await user.click(chip("Vegan"));
  expect(namesIn("Bowls")).toEqual(["Bowl"]);
  expect(namesIn("Not stated")).toEqual(["Tea"]);
  expect(screen.queryByText("Satay")).not.toBeInTheDocument();
  expect(screen.getByText("1 menu item fits")).toBeInTheDocument();
  expect(
    screen.getByText(
      "The truck does not say of these whether they fit: Vegan. Ask before you order.",
    ),
  ).toBeInTheDocument();
  await user.click(chip("Clear filters"));
  expect(namesIn("Bowls")).toEqual(["Bowl", "Satay", "Tea"]);
});

it("without peanuts hides what contains them and marks the options that add them", async () => {
  const user = await open();
  await user.click(chip("Without peanuts"));
  expect(namesIn("Bowls")).toEqual(["Bowl"]);
  expect(namesIn("Not stated")).toEqual(["Tea"]);
  expect(screen.getByText("Some options add peanuts")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: /Choose options/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Bowl" }));
  expect(dialog.getByText(NONE)).toBeInTheDocument();
  expect(dialog.getByText("Adds peanuts")).toBeInTheDocument();
  expect(dialog.getByText(/^The kitchen is shared/)).toBeInTheDocument();
  await user.click(dialog.getByLabelText(/^Salsa/));
  expect(dialog.queryByText(NONE)).not.toBeInTheDocument();
  expect(dialog.getAllByText("Allergens not stated")).toHaveLength(2);
  await user.click(dialog.getByLabelText(/^Cream/));
  expect(dialog.getByText("Contains milk. Not stated for Salsa")).toBeInTheDocument();
  expect(dialog.getByText("Vegetarian")).toBeInTheDocument();
});

it("keeps both wishes at once", async () => {
  const user = await open();
  await user.click(chip("Vegetarian"));
  await user.click(chip("Without milk"));
  expect(screen.getByText("Some options add milk")).toBeInTheDocument();
  expect(namesIn("Not stated")).toEqual(["Tea"]);
});

it("has nothing to filter by at a truck that states nothing, and says so of its items", async () => {
  serve([tea, { ...bowl, diets: null, allergens: null, optionGroups: [sauces] }]);
  const user = await open();
  expect(screen.queryByRole("group", { name: /diet and allergens/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: /Choose options/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Bowl" }));
  expect(dialog.getByText("Allergens not stated")).toBeInTheDocument();
  expect(dialog.queryByText(NONE)).not.toBeInTheDocument();
});

it("says in the cart what a line contains, and nothing where nothing is stated", async () => {
  const user = await open();
  await user.click(screen.getByRole("button", { name: /Add to cart Satay/ }));
  await user.click(screen.getByRole("button", { name: /Add to cart Tea/ }));
  await user.click(screen.getByRole("button", { name: /^Cart/ }));
  const cart = await screen.findByRole("dialog", { name: "Your cart" });
  expect(within(cart).getByText("Contains peanuts and soybeans")).toBeInTheDocument();
  expect(cart.querySelectorAll("[data-allergens]")).toHaveLength(1);
});
