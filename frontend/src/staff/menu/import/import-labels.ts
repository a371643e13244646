import type { MenuImport } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import type { ImportChoices } from "./use-import";

/** Whether there is anything to write, and nothing in the way. */
export function isWritable({ problems, added, changed, questions = [] }: MenuImport): boolean {
  return problems.length === 0 && added + changed + questions.length > 0;
}

/** Whether a row of a known name still waits for its answer. */
export function isUndecided({ questions = [] }: MenuImport, choices: ImportChoices): boolean {
  return questions.some(({ row }) => !choices[row]);
}

/** "2 added, 1 changed, 12 left as they are" */
export function countsOf({ added, changed, unchanged }: MenuImport): string {
  const left = m.menuImport.counts.unchanged({ unchanged });
  const parts = [
    added > 0 && m.menuImport.counts.added({ added }),
    changed > 0 && m.menuImport.counts.changed({ changed }),
    unchanged > 0 && left,
  ];
  return parts.filter(Boolean).join(", ");
}
