import { expect, test } from "vitest";
import { checkResolver } from "./check-resolver";

const options = { fields: {}, shouldUseNativeValidation: false };

test("values without a mistake pass unchanged", () => {
  const values = { name: "Ada" };
  expect(checkResolver<typeof values>(() => ({}))(values, undefined, options)).toEqual({
    values,
    errors: {},
  });
});

test("each mistake stands at its field and no value passes", () => {
  const check = ({ name }: { name: string }) => ({ name: `Not ${name}`, root: "Fill it in" });
  expect(checkResolver(check)({ name: "Bob" }, undefined, options)).toEqual({
    values: {},
    errors: {
      name: { type: "invalid", message: "Not Bob" },
      root: { type: "invalid", message: "Fill it in" },
    },
  });
});
