import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  openMenuItem,
  salsa,
  save,
  storeItems,
} from "@/test/staff/menu-item-form-harness";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "./menu-item-form-page";

it("unfolds what customers of a language read, of the item and of each option once", async () => {
  const { user } = await openMenuItem({
    ...salsa,
    translations: { es: { name: "Taco de carnitas", options: { Roja: "Rojita" } } },
  });
  const sent = storeItems();
  await user.click(screen.getByText("What customers read in Español"));
  expect(screen.getByLabelText("Name (Español)")).toHaveValue("Taco de carnitas");
  expect(screen.getByLabelText("Roja (Español)")).toHaveValue("Rojita");
  await user.type(screen.getByLabelText("Section (Español)"), "Antojitos");
  await user.type(screen.getByLabelText("Habanero (Español)"), "El bravo");
  await user.clear(screen.getByLabelText("Name (Español)"));
  await save(user);
  await screen.findByText(/ saved$/);
  expect(sent[0]?.body.translations).toMatchObject({
    en: { name: "" },
    es: { name: "", section: "Antojitos", options: { Roja: "Rojita", Habanero: "El bravo" } },
  });
});
