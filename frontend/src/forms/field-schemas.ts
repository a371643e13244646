import { type FieldPath, type FieldValues, get, type UseFormReturn } from "react-hook-form";
import * as v from "valibot";
import { isImageUrl } from "@/domain/values/image-urls";
import { messages as m } from "@/messages";

interface TextLimits {
  readonly maxLength: number;
}

interface PatternLimits extends TextLimits {
  readonly pattern: string;
}

/** Text without the spaces at its ends; it may be empty. */
export function text({ maxLength }: TextLimits) {
  const tooLong = () => m.checks.maxLength({ limit: maxLength });
  return v.pipe(v.string(), v.trim(), v.maxLength(maxLength, tooLong));
}

/** Text that has to be filled in; `missing` says so. */
export function requiredText(limits: TextLimits, missing: () => string) {
  return v.pipe(text(limits), v.nonEmpty(missing));
}

/** Text of the form that the API asks for; `wrong` says which. */
export function patternText(limits: PatternLimits, wrong: () => string) {
  return v.pipe(text(limits), v.regex(new RegExp(limits.pattern), wrong));
}

/** An e-mail address; empty only where the API takes an empty one. */
export function email(limits: PatternLimits) {
  return patternText(limits, () => m.checks.email);
}

/** An e-mail address that has to be filled in; `missing` says so. */
export function requiredEmail(limits: PatternLimits, missing: () => string) {
  return v.pipe(v.string(), v.trim(), v.nonEmpty(missing), email(limits));
}

/** The address of an image, or none. */
export function imageUrl() {
  const wrong = () => m.checks.imageAddress;
  return v.pipe(v.nullable(v.string()), v.check(isImageUrl, wrong));
}

/** A whole number from a number field, which gives NaN for anything else. */
export function wholeNumber(wrong: () => string) {
  return v.pipe(v.number(wrong), v.integer(wrong));
}

interface NumberLimits {
  readonly minimum: number;
  readonly maximum: number;
}

/** A number that is typed as text: `parse` understands it or gives null, and `wrong` says what to type instead. */
export function typedNumber(
  { minimum, maximum }: NumberLimits,
  parse: (typed: string) => number | null,
  wrong: (typed: string) => string,
) {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = parse(dataset.value);
      if (value !== null && value >= minimum && value <= maximum) return value;
      addIssue({ message: wrong(dataset.value) });
      return NEVER;
    }),
  );
}

/**
 * Puts the server's sentences at the fields they are about, nested ones too. Returns the sentences
 * about anything that the form does not show.
 */
export function showServerFields<Values extends FieldValues, Sent extends FieldValues>(
  form: UseFormReturn<Values, unknown, Sent>,
  fields: Readonly<Record<string, string>>,
): string[] {
  const unmatched: string[] = [];
  const values = form.getValues();
  for (const [path, message] of Object.entries(fields)) {
    if (get(values, path) === undefined) unmatched.push(message);
    else form.setError(path as FieldPath<Values>, { type: "server", message });
  }
  return unmatched;
}
