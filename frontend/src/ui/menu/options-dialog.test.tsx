import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { asOffered } from "@/domain/menu/option-selection-and-price";
import { aGroup, aMenuItem } from "@/test/fixtures";
import { OptionsDialog } from "./options-dialog";

const filling = aGroup("Filling", [1, 1], "Chicken", "Asada:2");
const salsas = aGroup("Salsas", [2, 2], "Verde", "Rojo", "Mango");
const extras = aGroup("Extras", [0, 3], "Guacamole:1.95", "Cheese", "Cream", "Beans");
const heat = aGroup("Heat", [0, 1], "Mild", "Hot");
const shrimp = {
  _id: "option-Shrimp",
  name: "Shrimp",
  additionalPrice: 2.5,
  isAvailable: false,
  soldOutUntil: null,
  maxQuantity: 1,
};

function open(...groups: ReturnType<typeof aGroup>[]) {
  const onAdd = vi.fn();
  const item = aMenuItem({ name: "Wet Burrito", basePrice: 11.5, optionGroups: groups });
  render(
    <OptionsDialog
      item={item}
      open
      onOpenChange={() => undefined}
      onClosed={() => undefined}
      onAdd={onAdd}
    />,
  );
  return {
    user: userEvent.setup(),
    onAdd,
    add: () => screen.getByRole("button", { name: /^Add to cart/ }),
  };
}

it("is named after the menu item and ends in the price of the menu item", () => {
  const { add } = open(filling);
  expect(screen.getByRole("dialog", { name: "Wet Burrito" })).toBeVisible();
  expect(add()).toHaveTextContent("Add to cart · $11.50");
});

it("says what each group asks for", () => {
  open(filling, salsas, extras, aGroup("Sides", [1, 2], "Rice", "Slaw"));
  const help = (name: string) => screen.getByRole("group", { name });
  expect(help("Filling")).toHaveAccessibleDescription("Choose 1Required");
  expect(help("Salsas")).toHaveAccessibleDescription("Choose 2Required");
  expect(help("Extras")).toHaveAccessibleDescription("Choose up to 3Optional");
  expect(help("Sides")).toHaveAccessibleDescription("Choose 1 to 2Required");
});

it("takes an option several times by its stepper, and leaves the cheapest out of the price", async () => {
  const several = { ...extras, freeCount: 1 };
  several.options = several.options.map((one) => ({ ...one, maxQuantity: 2 }));
  const { user, onAdd, add } = open(several);
  const group = within(screen.getByRole("group", { name: "Extras" }));
  expect(screen.getByRole("group", { name: "Extras" })).toHaveAccessibleDescription(
    "Choose up to 3 · The cheapest one is freeOptional",
  );
  expect(group.queryByRole("button")).not.toBeInTheDocument();
  await user.click(group.getByRole("checkbox", { name: /Guacamole/ }));
  expect(add()).toHaveTextContent("$11.50");
  const stepper = within(group.getByRole("group", { name: /Guacamole/ }));
  const [, plus] = stepper.getAllByRole("button");
  if (!plus) throw new Error("no stepper");
  plus.focus();
  await user.keyboard("{Enter}");
  expect(add()).toHaveTextContent("$13.45");
  expect(plus).toBeDisabled();
  await user.click(group.getByRole("checkbox", { name: /Cheese/ }));
  expect(add()).toHaveTextContent("$15.40");
  expect(group.getByRole("checkbox", { name: /Beans/ })).toBeDisabled();
  await user.click(add());
  expect(onAdd.mock.calls[0]?.[0].chosen).toMatchObject([
    { option: { name: "Guacamole" }, quantity: 2, additionalPrice: 3.9 },
    { option: { name: "Cheese" }, quantity: 1, additionalPrice: 0 },
  ]);
});

it("says beside an option how often it can be taken and how many pieces of it are free", async () => {
  const salsa = { ...aGroup("Salsa", [0, 2], "Verde:0.5", "Roja:0.5"), freeCount: 2 };
  salsa.options = salsa.options.map((one) => ({ ...one, maxQuantity: 5 }));
  const { user } = open(salsa);
  const verde = screen.getByRole("checkbox", { name: "Verde +$0.50 · up to 2" });
  await user.click(verde);
  expect(verde).toHaveAccessibleName("Verde +$0.50 · 1 free · up to 2");
  expect(screen.getByRole("group", { name: "Salsa" })).toHaveAccessibleDescription(
    "Choose up to 2 · First 2 freeOptional",
  );
});

it("gives up what the menu does not allow any more", () => {
  const before = { [extras._id]: extras.options.flatMap(({ _id }) => [_id, _id]) };
  expect(asOffered(before, [{ ...extras, maxSelect: 2 }])).toEqual({
    [extras._id]: extras.options.slice(0, 2).map(({ _id }) => _id),
  });
});

it("adds nothing until every minimum is met, and says where", async () => {
  const { user, onAdd, add } = open(filling, salsas);
  await user.click(screen.getByRole("radio", { name: /Chicken/ }));
  await user.click(screen.getByRole("checkbox", { name: /Verde/ }));
  await user.click(add());
  expect(onAdd).not.toHaveBeenCalled();
  const alert = within(screen.getByRole("group", { name: "Salsas" })).getByRole("alert");
  expect(alert).toHaveTextContent("Choose one more.");
  await waitFor(() => expect(screen.getByRole("checkbox", { name: /Verde/ })).toHaveFocus());

  await user.click(screen.getByRole("checkbox", { name: /Rojo/ }));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  await user.click(add());
  expect(onAdd).toHaveBeenCalledOnce();
});

it("takes no more than the maximum", async () => {
  const { user } = open(extras);
  for (const name of [/Guacamole/, /Cheese/, /Cream/]) {
    await user.click(screen.getByRole("checkbox", { name }));
  }
  expect(screen.getByRole("checkbox", { name: /Beans/ })).toBeDisabled();
  await user.click(screen.getByRole("checkbox", { name: /Cheese/ }));
  expect(screen.getByRole("checkbox", { name: /Beans/ })).toBeEnabled();
});

it("swaps within an optional choice of one, and lets go of it", async () => {
  const { user } = open(heat);
  const [mild, hot] = [
    screen.getByRole("checkbox", { name: "Mild" }),
    screen.getByRole("checkbox", { name: "Hot" }),
  ];
  await user.click(mild);
  await user.click(hot);
  expect(mild).not.toBeChecked();
  await user.click(hot);
  expect(hot).not.toBeChecked();
});

it("does not offer an option that is sold out", () => {
  open({ ...filling, options: [...filling.options, shrimp] });
  expect(screen.getByRole("radio", { name: /Shrimp Sold out/ })).toBeDisabled();
});

it("hands over options, quantity and instructions, and shows what they cost", async () => {
  const { user, onAdd, add } = open(filling, extras);
  await user.click(screen.getByRole("radio", { name: /Asada/ }));
  await user.click(screen.getByRole("checkbox", { name: /Guacamole/ }));
  await user.click(screen.getByRole("button", { name: "Increase quantity of Wet Burrito" }));
  await user.type(screen.getByLabelText("Special instructions (optional)"), "no onions");
  expect(add()).toHaveTextContent("$30.90");
  await user.click(add());
  const [choice] = onAdd.mock.calls[0] ?? [];
  expect(choice.quantity).toBe(2);
  expect(choice.specialInstructions).toBe("no onions");
  expect(choice.chosen.map(({ option }: { option: { name: string } }) => option.name)).toEqual([
    "Asada",
    "Guacamole",
  ]);
});

it("never goes below a quantity of 1 and takes at most 200 characters", () => {
  open(filling);
  expect(screen.getByRole("button", { name: "Decrease quantity of Wet Burrito" })).toBeDisabled();
  expect(screen.getByLabelText("Special instructions (optional)")).toHaveAttribute(
    "maxlength",
    "200",
  );
});

it("drops an option that sells out after it was chosen, says so, and keeps the rest", async () => {
  const item = aMenuItem({ name: "Wet Burrito", basePrice: 11.5, optionGroups: [filling, extras] });
  const dialog = (optionGroups: typeof item.optionGroups, more: Partial<typeof item> = {}) => (
    <OptionsDialog
      item={{ ...item, ...more, optionGroups }}
      open
      onOpenChange={() => undefined}
      onClosed={() => undefined}
      onAdd={onAdd}
    />
  );
  const onAdd = vi.fn();
  const user = userEvent.setup();
  const { rerender } = render(dialog([filling, extras]));
  await user.click(screen.getByRole("radio", { name: /Chicken/ }));
  await user.click(screen.getByRole("checkbox", { name: /Guacamole/ }));
  await user.click(screen.getByRole("checkbox", { name: /Cheese/ }));
  const without = {
    ...extras,
    options: extras.options.map((option) => ({
      ...option,
      isAvailable: option.name !== "Guacamole",
    })),
  };
  rerender(dialog([filling, without]));
  expect(screen.getByRole("alert")).toHaveTextContent("Guacamole just sold out.");
  expect(screen.getByRole("checkbox", { name: /Guacamole/ })).not.toBeChecked();
  await user.click(screen.getByRole("button", { name: "Add to cart · $11.50" }));
  const [choice] = onAdd.mock.calls[0] as [{ chosen: { option: { name: string } }[] }];
  expect(choice.chosen.map(({ option }) => option.name)).toEqual(["Chicken", "Cheese"]);

  rerender(dialog([filling, without], { isAvailable: false }));
  expect(screen.getByRole("alert")).toHaveTextContent("Wet Burrito is sold out.");
  expect(screen.getByRole("button", { name: /^Add to cart/ })).toBeDisabled();
});
