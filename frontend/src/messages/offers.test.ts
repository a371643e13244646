import { expect, it } from "vitest";
import { uiOrdering as en } from "./en/ui/ordering";
import { uiOrdering as es } from "./es/ui/ordering";

it("names a discount by its code, and has words for one without", () => {
  expect(en.offers.discount({ code: "TACO10" })).toBe("Offer TACO10");
  expect(en.offers.discount({ code: null })).toBe("Offer discount");
  expect(en.offers.discount({})).toBe("Offer discount");
  expect(es.offers.discount({ code: "TACO10" })).toBe("Oferta TACO10");
  expect(es.offers.discount({ code: null })).toBe("Descuento de oferta");
});
