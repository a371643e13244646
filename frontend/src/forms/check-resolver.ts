import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";

/** Sentences by the name of a field; `root` is about the whole form. */
export type FieldSentences = Readonly<Record<string, string>>;

/** Validates with a function that returns the sentences of the mistakes, for forms that need no schema library. */
export function checkResolver<Values extends FieldValues>(
  check: (values: Values) => FieldSentences,
): Resolver<Values> {
  return (values) => {
    const mistakes = Object.entries(check(values));
    if (mistakes.length === 0) return { values, errors: {} };
    const errors = mistakes.map(([name, message]) => [name, { type: "invalid", message }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Values> };
  };
}
