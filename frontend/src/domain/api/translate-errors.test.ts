import { afterEach, expect, it } from "vitest";
import { errors } from "@/messages/es/errors";
import { staffErrors } from "@/messages/es/staff-errors";
import { speak } from "@/test/speak";
import { translateBody, translateError } from "./translate-errors";

/** A value for every name that a reason has. */
const VALUES = new Proxy(
  { ...values(), words: "The card was declined." } as Record<string, unknown>,
  { get: (known, name) => known[String(name)] ?? (/cents$/i.test(String(name)) ? 1_250 : 7) },
);

afterEach(() => speak("en"));

const ALL = { ...errors, ...staffErrors };

it.each(Object.entries(ALL))("has whole words for %s", (reason, entry) => {
  const sentence = translateBody({ error: "English", reason, params: VALUES }, ALL).error;
  expect(sentence).toMatch(/\S/);
  expect(sentence).not.toMatch(/undefined|NaN|English|\[object/);
  expect(typeof entry).toMatch(/string|function/);
});

const REFUSED = {
  error: "Enter an amount from $0.00 to $12.50.",
  message: "Enter an amount from $0.00 to $12.50.",
  code: "invalid_input",
  reason: "amount_out_of_range",
  params: { maxCents: 1_250 },
  fields: { amount: "Enter an amount from $0.00 to $12.50.", other: "Something else." },
  fieldReasons: { amount: { reason: "amount_out_of_range", params: { maxCents: 1_250 } } },
};

it("says the sentence and those of the fields in Spanish, and leaves what has no reason", async () => {
  speak("es");
  const sentence = "Escribe un monto de $0.00 a $12.50.";
  expect(await translateError(REFUSED)).toEqual({
    ...REFUSED,
    error: sentence,
    message: sentence,
    fields: { amount: sentence, other: "Something else." },
  });
});

it("says what is wrong with each line of a cart", async () => {
  speak("es");
  const params = { item: "Elote", option: "Guacamole", optionId: "o1" };
  const body = {
    error: "Cart.",
    problems: [
      { line: 0, code: "option_sold_out", message: "Guacamole is sold out for Elote.", params },
      { line: 1, code: "brand_new", message: "Newer than this page." },
    ],
  };
  expect(await translateError(body)).toMatchObject({
    problems: [{ line: 0, message: "Elote: Guacamole se agotó." }, body.problems[1]],
  });
});

const ITEM = { code: "item_sold_out", item: "Cola" };
const OPTION = { code: "option_sold_out", item: "Taco", option: "Guac" };

it.each([
  [ITEM, 2, "Solo quedan 2 de Cola."],
  [ITEM, 1, "Solo queda 1 de Cola."],
  [ITEM, undefined, "Cola: agotado."],
  [OPTION, 2, "Taco: solo quedan 2 de Guac."],
  [OPTION, 1, "Taco: solo queda 1 de Guac."],
  [OPTION, undefined, "Taco: Guac se agotó."],
])("says of %o how many are left: %s", async ({ code, ...names }, left, message) => {
  speak("es");
  const params = left ? { ...names, left } : names;
  const body = { error: "Cart.", reason: code, params, problems: [{ code, params }] };
  expect(await translateError(body)).toMatchObject({ error: message, problems: [{ message }] });
});

it.each([ITEM, OPTION])("leaves what names nothing as the server said it: %o", async ({ code }) => {
  speak("es");
  const problem = { line: 0, code, message: "Only 2 left." };
  const body = { error: "Cart.", reason: code, problems: [problem] };
  expect(await translateError(body)).toEqual(body);
});

it("says what only staff can meet", async () => {
  speak("es");
  expect(await translateError({ error: "", reason: "import_file_empty" })).toMatchObject({
    error: staffErrors.import_file_empty,
  });
});

it("leaves English, unknown reasons and bodies without one as the server sent them", async () => {
  expect(await translateError(REFUSED)).toBe(REFUSED);
  speak("es");
  for (const body of [null, "text", { error: "Newer than this page.", reason: "brand_new" }, {}])
    expect(await translateError(body)).toEqual(body);
});

it("says when a truck takes orders again, on its clock", async () => {
  speak("es");
  const body = { error: "", reason: "truck_closed_because_until", params: VALUES };
  expect(
    await translateError({ ...body, params: { ...values(), words: "Se acabó el gas" } }),
  ).toMatchObject({
    error:
      "Este food truck no está tomando órdenes por ahora: Se acabó el gas. Vuelve a tomar órdenes a las 12:00 p.m.",
  });
});

function values() {
  return { resumesAt: "2026-06-02T16:00:00Z", timezone: "America/New_York" };
}
