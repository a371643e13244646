import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endedDiets, lineAllergens, type Said } from "@/domain/menu/diets-and-allergens";
import { AllergenNote } from "./allergen-note";

const NONE = "Contains none of the nine main allergens";

it.each<[string, Said, string | null]>([
  ["nothing for what is not stated", { allergens: null }, null],
  ["nothing where the server is of an earlier release", {}, null],
  ["none of the nine only where that was stated", { allergens: [] }, NONE],
  ["never none beside something silent", { allergens: [], allergensNotStated: ["Rice"] }, null],
  ["what it contains", { allergens: ["milk", "wheat"] }, "Contains milk and wheat"],
  [
    "what it contains, and what says nothing",
    { allergens: ["milk"], allergensNotStated: ["Salsa", "Large"] },
    "Contains milk. Not stated for Salsa and Large",
  ],
])("a line says %s", (_, said, expected) => {
  const { container } = render(<AllergenNote said={said} />);
  expect(container).toHaveTextContent(expected ?? /^$/);
  expect(screen.queryAllByText(NONE)).toHaveLength(expected === NONE ? 1 : 0);
});

describe("a line of a cart", () => {
  it.each([
    [null, [], { allergens: null, allergensNotStated: ["Bowl"] }],
    [[], [], { allergens: [], allergensNotStated: [] }],
    [[], [{ name: "Large", allergens: null }], { allergens: null, allergensNotStated: ["Large"] }],
    [
      null,
      [{ name: "Sauce", allergens: ["peanuts"] }],
      { allergens: ["peanuts"], allergensNotStated: ["Bowl"] },
    ],
    [
      ["wheat"],
      [{ name: "Cheese", allergens: ["milk"] }],
      { allergens: ["milk", "wheat"], allergensNotStated: [] },
    ],
  ] as const)(
    "with %j and options %j adds them up as the server does",
    (allergens, options, said) => {
      expect(lineAllergens({ name: "Bowl", allergens }, options)).toEqual(said);
    },
  );

  it("loses the diets that an option ends, by name or by what it adds", () => {
    expect(endedDiets({ name: "Cheese", allergens: ["milk"] })).toEqual(["vegan"]);
    expect(endedDiets({ name: "Cod", allergens: ["fish", "wheat"] })).toEqual([
      "vegan",
      "vegetarian",
      "gluten_free",
    ]);
    expect(endedDiets({ name: "Bacon", notFor: ["vegetarian"] })).toEqual(["vegan", "vegetarian"]);
    expect(endedDiets({ name: "Salsa" })).toEqual([]);
  });
});

/** Every screen that shows items of an order or a cart, and every one that shows items of a menu. */
const SOURCES = import.meta.glob<string>(["../../s*/**/*.tsx", "../**/*.tsx", "!**/*.test.tsx"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** They show names and counts alone; the same orders are read with all there is to them one tap further. */
const WITHOUT_CLAIM = [
  "staff/orders/kitchen/all-day-counts.tsx",
  "staff/schedule/counts/set-counts-sheet.tsx",
  "storefront/tracking/order-again.tsx",
];

it("each screen that shows what was chosen says allergens by the one note, and none words it alone", () => {
  const nameOf = (path: string) => path.replace(/^(\.\.\/)+/, "");
  const shows = Object.entries(SOURCES).filter(([, text]) =>
    /\.customizations\b|(?<!\.)\boptionsOf\(/.test(text),
  );
  expect(shows.length).toBeGreaterThanOrEqual(7);
  const silent = shows.filter(([, text]) => !text.includes("<AllergenNote"));
  expect(
    silent.map(([path]) => nameOf(path)).filter((one) => !WITHOUT_CLAIM.includes(one)),
  ).toEqual([]);
  const own = Object.entries(SOURCES).filter(([, text]) => text.includes("food.containsNone"));
  expect(
    own.map(([path]) => nameOf(path)).filter((one) => !one.includes("diet-and-allergen-fields")),
  ).toEqual([]);
});
