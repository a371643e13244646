/** Two people saved the same thing: what each of them changed, field by field. */

export interface EditedField<Values> {
  field: keyof Values & string;
  /** As both of them found it. */
  before: Values[keyof Values];
  theirs: Values[keyof Values];
  /** Set when I had changed the same field to something else. */
  mine?: Values[keyof Values];
}

interface MergedEdits<Values> {
  /** Everything the other one changed. */
  changes: EditedField<Values>[];
  /** My changes on top of theirs: what I left alone follows them. */
  merged: Values;
}

/** Puts my unsaved changes on top of what a colleague has saved meanwhile. */
export function mergeEdits<Values extends object>(
  before: Values,
  theirs: Values,
  mine: Values,
): MergedEdits<Values> {
  const merged = { ...theirs };
  const changes: EditedField<Values>[] = [];
  for (const field of Object.keys(theirs) as (keyof Values & string)[]) {
    const touched = !isSame(mine[field], before[field]);
    if (touched) merged[field] = mine[field];
    if (isSame(theirs[field], before[field])) continue;
    const clash = touched && !isSame(mine[field], theirs[field]);
    changes.push({
      field,
      before: before[field],
      theirs: theirs[field],
      ...(clash ? { mine: mine[field] } : {}),
    });
  }
  return { changes, merged };
}

/** Form values are plain data; a row that was edited may hold its fields in another order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
