import type { ReactNode } from "react";
import type { ConflictChange } from "./conflict-notice";
import type { EditedField } from "./merge-edits";

/** One change of a colleague in words, for the notice about it. */
export function describeEdit<Values>(
  { field, before, theirs, mine }: EditedField<Values>,
  labels: Record<keyof Values, string>,
  describe: (value: Values[keyof Values], field: keyof Values) => ReactNode,
): ConflictChange {
  return {
    label: labels[field],
    before: describe(before, field),
    theirs: describe(theirs, field),
    ...(mine === undefined ? {} : { mine: describe(mine, field) }),
  };
}
