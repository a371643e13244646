import { expect, it } from "vitest";
import { uiOffers as english } from "./en/ui/offers";
import { uiOffers as spanish } from "./es/ui/offers";

it("names a discount by its code, and has words for one without", () => {
  expect(english.discount({ code: "TACO10" })).toBe("Offer TACO10");
  expect(english.discount({ code: null })).toBe("Offer discount");
  expect(english.discount({})).toBe("Offer discount");
  expect(spanish.discount({ code: "TACO10" })).toBe("Oferta TACO10");
  expect(spanish.discount({ code: null })).toBe("Descuento de oferta");
});
