import { expect, it } from "vitest";
import { goToProvider } from "./provider-redirects";

it.each(["javascript:alert(1)", "data:text/html,hi", "not an address"])(
  "follows no address like %s",
  (url) => {
    expect(() => goToProvider(url)).toThrow();
  },
);
