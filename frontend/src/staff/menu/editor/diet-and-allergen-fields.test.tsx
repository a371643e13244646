import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  anEditedItem,
  openMenuItem,
  salsa,
  save,
  storeItems,
} from "@/test/staff/menu-item-form-harness";

const field = (name: string) => within(screen.getByRole("group", { name }));
const chip = (name: string) => screen.getByRole("button", { name });

it("keeps not stated, none of these and these apart, and says what customers read", async () => {
  const { user } = await openMenuItem(anEditedItem({ diets: null, allergens: [] }));
  const sent = storeItems();
  expect(field("Diet").getByLabelText("Not stated")).toBeChecked();
  expect(field("Allergens").getByLabelText("Contains none")).toBeChecked();
  expect(
    screen.getByText("Customers read: Contains none of the nine main allergens"),
  ).toBeInTheDocument();
  expect(screen.getByText("Customers read: Not stated")).toBeInTheDocument();
  await user.click(field("Allergens").getByLabelText("Contains…"));
  await save(user);
  expect(
    await screen.findByText("Choose at least one, or one of the other two answers"),
  ).toBeInTheDocument();
  await user.click(chip("wheat"));
  await user.click(chip("milk"));
  expect(screen.getByText("Customers read: milk, wheat")).toBeInTheDocument();
  await user.click(field("Diet").getByLabelText("For none"));
  await save(user);
  await screen.findByText(/ saved$/);
  expect(sent.at(-1)?.body).toMatchObject({ allergens: ["milk", "wheat"], diets: [] });
});

it("loses no names while another answer is looked at", async () => {
  const { user } = await openMenuItem(anEditedItem({ allergens: ["peanuts"] }));
  await user.click(field("Allergens").getByLabelText("Not stated"));
  expect(screen.queryByRole("button", { name: "peanuts" })).not.toBeInTheDocument();
  await user.click(field("Allergens").getByLabelText("Contains…"));
  expect(chip("peanuts")).toHaveAttribute("aria-pressed", "true");
});

it("states for all options at once that they add none, and for one what it adds and ends", async () => {
  const { user } = await openMenuItem({ ...salsa, allergens: ["milk"] });
  const sent = storeItems();
  await user.click(chip("They add none of the nine"));
  expect(screen.queryByText(/options? say/)).not.toBeInTheDocument();
  const [first] = screen.getAllByText("Allergens it adds: none of the nine");
  await user.click(first as HTMLElement);
  await user.click(field("Allergens that Verde adds").getByLabelText("Adds…"));
  await user.click(within(first?.closest("details") as HTMLElement).getByText("peanuts"));
  await user.click(within(first?.closest("details") as HTMLElement).getByText("Vegan"));
  await save(user);
  await screen.findByText(/ saved$/);
  expect(sent.at(-1)?.body.optionGroups).toMatchObject([
    {
      options: [
        { allergens: ["peanuts"], notFor: ["vegan"] },
        { allergens: [], notFor: [] },
        { allergens: [], notFor: [] },
      ],
    },
    { options: [{ allergens: [], notFor: [] }] },
  ]);
});
