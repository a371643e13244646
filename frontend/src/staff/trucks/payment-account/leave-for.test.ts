import { expect, it } from "vitest";
import { leaveFor } from "./leave-for";

it.each(["javascript:alert(1)", "data:text/html,hi", "not an address"])(
  "follows no address like %s",
  (url) => {
    expect(() => leaveFor(url)).toThrow();
  },
);
