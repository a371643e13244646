import type { MenuImport } from "@/domain/api/admin-types";

/** Whether there is anything to write, and nothing in the way. */
export function isWritable({ problems, added, changed }: MenuImport): boolean {
  return problems.length === 0 && added + changed > 0;
}

/** "2 added, 1 changed, 12 left as they are" */
export function countsOf({ added, changed, unchanged }: MenuImport): string {
  const left = unchanged === 1 ? "1 left as it is" : `${unchanged} left as they are`;
  const parts = [
    added > 0 && `${added} added`,
    changed > 0 && `${changed} changed`,
    unchanged > 0 && left,
  ];
  return parts.filter(Boolean).join(", ");
}
