import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  anEditedItem,
  openMenuItem,
  salsa,
  save,
  storeItems,
} from "@/test/staff/menu-item-form-harness";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "./menu-item-form-page";

/** Of a folded part; the card beside the form says the same. */
const summary = (words: string) => screen.getByText(words, { selector: "summary" });

it("unfolds what customers of a language read, of the item and of each option once", async () => {
  const { user } = await openMenuItem({
    ...salsa,
    translations: { es: { name: "Taco de carnitas", options: { Roja: "Rojita" } } },
  });
  const sent = storeItems();
  expect(screen.getByLabelText(/Description/)).toHaveAttribute("name", "description");
  await user.click(screen.getByText("What customers read in Spanish"));
  expect(await screen.findByLabelText("Name (Spanish)")).toHaveValue("Taco de carnitas");
  expect(screen.getByLabelText("Roja (Spanish)")).toHaveValue("Rojita");
  await user.type(screen.getByLabelText("Section (Spanish)"), "Antojitos");
  await user.type(screen.getByLabelText("Habanero (Spanish)"), "El bravo");
  await user.clear(screen.getByLabelText("Name (Spanish)"));
  await save(user);
  await screen.findByText(/ saved$/);
  expect(sent[0]?.body.translations).toMatchObject({
    en: { name: "" },
    es: { name: "", section: "Antojitos", options: { Roja: "Rojita", Habanero: "El bravo" } },
  });
});

it("adds meal times, for the whole section if that is asked", async () => {
  const { user } = await openMenuItem(anEditedItem({ section: "Breakfast" }));
  const sent = storeItems();
  await user.click(screen.getByText("Meal times: always sold"));
  await user.click(screen.getByRole("button", { name: "Add a time" }));
  expect(summary("Served daily, 7–11 AM")).toBeInTheDocument();
  for (const day of ["Sat", "Sun"]) await user.click(screen.getByRole("button", { name: day }));
  await user.click(screen.getByLabelText("Use these times for everything in “Breakfast”"));
  await save(user);
  await screen.findByText(/ saved$/);
  expect(sent[0]?.body).toMatchObject({
    saleTimes: [
      { weekdays: ["mon", "tue", "wed", "thu", "fri"], startTime: "07:00", endTime: "11:00" },
    ],
    saleTimesForSection: true,
  });
});

it("does not take a time without a weekday", async () => {
  const { user } = await openMenuItem(
    anEditedItem({ saleTimes: [{ weekdays: ["mon"], startTime: "07:00", endTime: "11:00" }] }),
  );
  const sent = storeItems();
  await user.click(summary("Served Mon, 7–11 AM"));
  await user.click(screen.getByRole("button", { name: "Mon" }));
  await save(user);
  expect(
    await screen.findByText("Choose at least one weekday and both times for each"),
  ).toBeInTheDocument();
  expect(sent).toEqual([]);
});
