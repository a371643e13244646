/** The values of a reason are those of the API's description, so a reason without words fails the type check. */
import type { components } from "@/domain/api/schema.gen";

type Reasons = components["schemas"]["ErrorReasons"];

/** A sentence, or how it is made from the values of its reason. */
export type ErrorWords = {
  [Reason in keyof Reasons]: string | ((values: Reasons[Reason]) => string);
};
