import { afterEach, describe, expect, it } from "vitest";
import { aMenuItem } from "@/test/fixtures";
import { speak } from "@/test/speak";
import { newLine } from "./cart-item";
import { addLine } from "./cart-lines";
import { applyConflict, applyServerCart, readShortages } from "./cart-refused-by-server";

const plain = { quantity: 2, chosen: [], specialInstructions: "" };
const taco = aMenuItem();
const elote = aMenuItem({ _id: "e".repeat(24), name: "Elote", basePrice: 5 });
const items = addLine(
  addLine([], newLine({ menuItem: taco, ...plain }), 1),
  newLine({ menuItem: elote, ...plain }),
  1,
);

describe("a server that prices otherwise", () => {
  const cart = {
    items: [
      { menuItemId: taco._id, name: "Carnitas taco", basePrice: 4.5 },
      { menuItemId: elote._id, name: "Elote", basePrice: 5 },
    ],
  };
  const problems = [{ line: 0, code: "price_changed", message: "Carnitas taco costs more." }];

  it("has its prices taken over, and no line taken out", () => {
    const corrected = applyServerCart(items, cart, problems);
    expect(corrected.items.map((item) => item.totalPrice)).toEqual([9, 10]);
    expect(corrected.changes).toEqual(["Carnitas taco is now $4.50 (was $4.00)"]);
  });

  it("is understood from the body of its answer", () => {
    const body = { error: "Prices have changed.", code: "prices_changed", cart, problems };
    expect(applyConflict(items, body)).toEqual(applyServerCart(items, cart, problems));
  });

  it("has as many of an option as it prices, also where it knows no quantities", () => {
    const option = { optionId: "o1", name: "Guacamole", additionalPrice: 2, quantity: 2 };
    const sent = addLine([], newLine({ menuItem: taco, ...plain }), 1).map((line) => ({
      ...line,
      customization: { ...line.customization, selectedOptions: [option] },
    }));
    const answered = { optionId: "o1", name: "Guacamole", additionalPrice: 1 };
    const priced = {
      menuItemId: taco._id,
      name: taco.name,
      basePrice: 4,
      customization: { selectedOptions: [answered] },
    };
    const corrected = applyServerCart(sent, { items: [priced] }, []);
    expect(corrected.items[0]?.customization.selectedOptions).toEqual([answered]);
    expect(corrected.items[0]?.totalPrice).toBe(10);
    const three = { ...priced, customization: { selectedOptions: [{ ...answered, quantity: 3 }] } };
    expect(
      applyServerCart(sent, { items: [three] }, []).items[0]?.customization.selectedOptions,
    ).toEqual([{ ...answered, quantity: 3 }]);
  });

  it("does not reprice a line that is not the one that was sent", () => {
    const swapped = { items: [...cart.items].reverse() };
    expect(applyServerCart(items, swapped, [])).toEqual({ items, changes: [] });
  });
});

describe("a server that refuses lines", () => {
  it.each([
    ["item_sold_out", "Elote is sold out.", "Elote is sold out and was removed"],
    ["item_gone", "This item is gone.", "Elote is no longer on the menu and was removed"],
    ["option_sold_out", "Chili is sold out.", "Elote was removed: Chili is sold out"],
  ])("has them taken out and explained: %s", (code, message, sentence) => {
    const corrected = applyServerCart(items, null, [{ line: 1, code, message }]);
    expect(corrected.items).toEqual([items[0]]);
    expect(corrected.changes).toEqual([sentence]);
  });

  it.each([null, "nonsense", {}, { problems: "none" }])(
    "changes nothing with an answer like %j",
    (body) => {
      expect(applyConflict(items, body)).toEqual({ items, changes: [] });
    },
  );
});

describe("a server that has less than was ordered", () => {
  const short = (params: object) => ({
    problems: [{ line: 1, code: "item_sold_out", message: "Only 1 left.", params }],
  });

  it("has the line kept, since some of it can be had", () => {
    const body = short({ item: "Elote", left: 1 });
    expect(applyConflict(items, body)).toEqual({ items, changes: [] });
    expect(readShortages(items, body)).toEqual({ [elote._id]: 1 });
  });

  it("has the line taken out when none is left", () => {
    const body = short({ item: "Elote", left: 0 });
    expect(applyConflict(items, body).items).toEqual([items[0]]);
    expect(readShortages(items, body)).toEqual({});
  });

  it("may mean an option of it", () => {
    const options = [{ optionId: "o1", name: "Guacamole", additionalPrice: 1 }];
    const withOption = items.map((item) => ({
      ...item,
      customization: { ...item.customization, selectedOptions: options },
    }));
    const body = short({ item: "Elote", option: "Guacamole", left: 1 });
    expect(readShortages(withOption, body)).toEqual({ o1: 1 });
    expect(readShortages(items, body)).toEqual({});
  });
});

describe("a cart in the second language of a menu", () => {
  afterEach(() => speak("en"));

  const options = [{ optionId: "o1", name: "Aguacate", additionalPrice: 1 }];
  const corn = newLine({ menuItem: { ...elote, name: "Elote asado" }, ...plain });
  const cart = addLine([], corn, 1).map((line) => ({
    ...line,
    customization: { ...line.customization, selectedOptions: options },
  }));
  const refused = (params: object) => ({
    problems: [
      {
        line: 0,
        code: "option_sold_out",
        message: "Guacamole is sold out for Elote.",
        params: { item: "Elote", option: "Guacamole", optionId: "o1", ...params },
      },
    ],
  });

  it("names the option that is gone in its own words", () => {
    speak("es");
    const { items: left, changes } = applyConflict(cart, refused({}));
    expect(left).toEqual([]);
    expect(changes).toEqual(["Elote asado se quitó: Aguacate se agotó"]);
  });

  it("finds the option of which too little is left", () => {
    speak("es");
    expect(readShortages(cart, refused({ left: 1 }))).toEqual({ o1: 1 });
  });
});
