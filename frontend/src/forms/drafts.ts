/**
 * What a user was typing when the session ended, until they are back in the same form. In memory
 * only: it is for a sign-in in between, not for another day or another person.
 */
export interface Draft<Values> {
  /** What the edit started from. */
  found: Values;
  values: Values;
}

const drafts = new Map<string, Draft<unknown>>();

/** `key` names the person and the form. */
export function keepDraft<Values>(key: string, draft: Draft<Values>): void {
  drafts.set(key, draft);
}

export function findDraft<Values>(key: string): Draft<Values> | null {
  return (drafts.get(key) as Draft<Values> | undefined) ?? null;
}

export function dropDraft(key: string): void {
  drafts.delete(key);
}
