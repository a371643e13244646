import { type FieldPath, type FieldValues, get, type UseFormReturn } from "react-hook-form";

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
