import { valibotResolver } from "@hookform/resolvers/valibot";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { GenericSchema } from "valibot";
import { authorizationHeader } from "@/domain/api/client";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { useSend } from "@/domain/api/use-send-once";
import { messages as m } from "@/messages";
import { showToast } from "@/ui/feedback/toast";
import type { ConflictChange } from "./conflict-notice";
import { showServerFields } from "./field-schemas";
import { type EditedField, isSame, mergeEdits } from "./merge-edits";

interface RecordFormOptions<Stored, Values extends FieldValues, Sent> {
  /** What is changed; null makes a new one of `blank`. */
  record: Stored | null;
  blank: Values;
  valuesOf: (record: Stored) => Values;
  schema: GenericSchema<Values, Sent>;
  /** Changes the record as it was found, or creates one of null, once for each key. */
  save: (base: Stored | null, sent: Sent, idempotencyKey: string) => Promise<Stored>;
  /** The record as a faster colleague has stored it, from the refusal of a stale save. */
  changedMeanwhile?: (error: unknown) => Stored | null;
  /** What that colleague changed, in words: of the table of fields. */
  describeChange?: (change: EditedField<Values>) => ConflictChange;
  /** Makes my values fit a record that a colleague has changed. */
  adapt?: (values: Values, current: Stored) => Values;
  /** After each save, also of a part, and when the form stays open because more was typed meanwhile: makes caches old. */
  onStored?: (record: Stored) => void | Promise<void>;
  /** After a save that leaves nothing to do here: says so, and closes the form. */
  onSaved: (record: Stored) => void | Promise<void>;
  /** The sentences about single fields; those of the server, unless the form words them. */
  fieldsOf?: (error: unknown) => Readonly<Record<string, string>>;
  /** Says what happened when no field does. */
  explain?: (error: unknown) => string;
  /** Names the person and the form, to find what they had not stored when their session ended. */
  draftKey?: string;
}

/** One part was stored, what came after it was not. The form goes on from there. */
export class PartlyStored<Stored> extends Error {
  readonly record: Stored;
  readonly reason: unknown;

  constructor(record: Stored, message: string, reason: unknown) {
    super(message);
    this.record = record;
    this.reason = reason;
  }
}

/** What the screens of a record form read of it. */
export type RecordForm<Values extends FieldValues, Sent extends FieldValues> = ReturnType<
  typeof useRecordForm<object, Values, Sent>
>;

/** The values of one record from opening its form until the server has them. */
export function useRecordForm<Stored, Values extends FieldValues, Sent extends FieldValues>(
  options: RecordFormOptions<Stored, Values, Sent>,
) {
  const {
    record,
    blank,
    valuesOf,
    changedMeanwhile = () => null,
    adapt = (values) => values,
    fieldsOf = (error) => (error instanceof ApiError ? error.fields : {}),
    explain = errorMessage,
  } = options;
  // What the edit started from; it moves on only when the editor has seen what changed meanwhile.
  const [base, setBase] = useState(record);
  const [conflict, setConflict] = useState<Stored | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const handled = useRef<Stored | null>(null);
  const shownErrors = useRef<object>({});
  const form: UseFormReturn<Values, unknown, Sent> = useForm<Values, unknown, Sent>({
    defaultValues: (record ? valuesOf(record) : blank) as DefaultValues<Values>,
    resolver: withPatience(valibotResolver(options.schema), shownErrors),
    // The library goes by the order of registration, which differs once rows have been moved.
    shouldFocusError: false,
  });
  const { form: element, focusFirstInvalid } = useFirstInvalid();
  const found = () => (base ? valuesOf(base) : blank);
  const { isDirty, errors } = form.formState;
  useEffect(() => {
    shownErrors.current = errors;
  }, [errors]);
  const isRestored = useDraft<Values>({
    key: options.draftKey ?? null,
    read: () => (isDirty ? { found: found(), values: form.getValues() } : null),
    restore: (draft) => {
      const { merged } = mergeEdits(draft.found, found(), draft.values);
      form.reset(base ? adapt(merged, base) : merged, { keepDefaultValues: true });
    },
  });
  const send = useSend((sent: Sent, key) => options.save(base, sent, key));

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    let isStored = false;
    const save = async (sent: Sent) => {
      isStored = await store(sent, structuredClone(form.getValues()));
    };
    await form.handleSubmit(save)(event);
    // Only now do the fields show what is wrong with them.
    if (!isStored) focusFirstInvalid();
  }

  /** Whether there is nothing left to do here. */
  async function store(sent: Sent, submitted: Values): Promise<boolean> {
    setProblem(null);
    try {
      const saved = await send(sent);
      // The second of two quick clicks waits for the same save.
      if (handled.current === saved) return true;
      handled.current = saved;
      await options.onStored?.(saved);
      const typed = form.getValues();
      // A new record has a form of its own from now on.
      if (base && !isSame(typed, submitted)) {
        settle(adapt(mergeEdits(submitted, valuesOf(saved), typed).merged, saved), saved);
        showToast({ type: "success", message: m.record.typedWhileSaving });
        return true;
      }
      settle(valuesOf(saved), saved);
      await options.onSaved(saved);
      return true;
    } catch (error) {
      const current = changedMeanwhile(error);
      if (current) setConflict(current);
      else await showFailure(error);
      // The notice about a conflict takes the focus itself.
      return current !== null;
    }
  }

  async function showFailure(error: unknown): Promise<void> {
    const isPartly = error instanceof PartlyStored;
    if (isPartly) {
      settle(form.getValues(), error.record as Stored);
      await options.onStored?.(error.record as Stored);
    }
    const reason = isPartly ? error.reason : error;
    const fields = fieldsOf(reason);
    const unmatched = showServerFields(form, fields);
    const isSaidAtField = Object.keys(fields).length > unmatched.length;
    setProblem(unmatched[0] ?? (isSaidAtField ? null : explain(error)));
  }

  function settle(values: Values, current: Stored): void {
    setBase(() => current);
    setConflict(null);
    setProblem(null);
    form.reset(valuesOf(current));
    form.reset(values, { keepDefaultValues: true });
  }

  function resolve(current: Stored, found: Stored) {
    const { changes, merged } = mergeEdits(valuesOf(found), valuesOf(current), form.getValues());
    const goOnWith = (values: Values) => {
      settle(values, current);
      // The notice, which had the focus, is gone.
      focusFirstInvalid();
    };
    return {
      changes: options.describeChange ? changes.map(options.describeChange) : [],
      takeTheirs: () => goOnWith(valuesOf(current)),
      keepMine: () => goOnWith(adapt(merged, current)),
    };
  }

  return {
    form,
    element,
    problem,
    isRestored,
    submit,
    conflict: conflict && base ? resolve(conflict, base) : null,
  };
}

/**
 * The library checks a whole list of rows when one is added after a failed save. That row has just begun: what is
 * missing there is shown by the next save, and what is shown already stays for as long as it is wrong.
 */
function withPatience<Values extends FieldValues, Sent>(
  check: Resolver<Values, unknown, Sent>,
  shown: { readonly current: object },
): Resolver<Values, unknown, Sent> {
  return async (values, context, options) => {
    const result = await check(values, context, options);
    const [list, ...others] = options.names ?? [];
    const found = list && others.length === 0 ? get(result.errors, list) : undefined;
    if (list && Array.isArray(found)) {
      set(result.errors, list, keepShown(found, get(shown.current, list)));
    }
    return result;
  };
}

type Errors = Readonly<Record<string, unknown>>;

/** The errors of rows that are shown already; undefined without any. */
function keepShown(found: object, shown: unknown): object | undefined {
  const kept: Errors[string][] = [];
  for (const [key, error] of Object.entries(found)) {
    const before = (shown as Errors | undefined)?.[key];
    if (typeof error !== "object" || error === null) continue;
    const rest = "type" in error ? (key === "root" || before) && error : keepShown(error, before);
    if (rest) Object.assign(kept, { [key]: rest });
  }
  if (Object.keys(kept).length === 0) return undefined;
  return Array.isArray(found) ? kept : { ...kept };
}

interface UseDraftOptions<Values> {
  /** Null: nothing is kept. */
  key: string | null;
  /** What would be lost now; null when everything is stored. */
  read: () => Draft<Values> | null;
  restore: (draft: Draft<Values>) => void;
}

/** Carries unsaved work over a session that ends in the middle of it. Says whether it has done so. */
function useDraft<Values>({ key, read, restore }: UseDraftOptions<Values>): boolean {
  const [found] = useState(() => (key === null ? null : findDraft<Values>(key)));
  const handleOpen = useEffectEvent(() => {
    if (key !== null) dropDraft(key);
    if (found) restore(found);
  });
  const handleClose = useEffectEvent(() => {
    const isSignedOut = authorizationHeader().Authorization === undefined;
    const draft = isSignedOut ? read() : null;
    if (draft && key !== null) keepDraft(key, draft);
  });
  useEffect(() => {
    handleOpen();
    return () => handleClose();
  }, []);
  return found !== null;
}

/**
 * What a user was typing when the session ended, until they are back in the same form. In memory
 * only: it is for a sign-in in between, not for another day or another person.
 */
interface Draft<Values> {
  /** What the edit started from. */
  found: Values;
  values: Values;
}

const drafts = new Map<string, Draft<unknown>>();

/** `key` names the person and the form. */
function keepDraft<Values>(key: string, draft: Draft<Values>): void {
  drafts.set(key, draft);
}

function findDraft<Values>(key: string): Draft<Values> | null {
  return (drafts.get(key) as Draft<Values> | undefined) ?? null;
}

function dropDraft(key: string): void {
  drafts.delete(key);
}

/**
 * Takes the focus to the first field that is wrong, in the order of the screen; the form library
 * goes by the order of registration, which differs once rows have been moved. When no field is
 * wrong it goes back to the button, which lost it while it was busy.
 */
function useFirstInvalid() {
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? form.current?.querySelector<HTMLElement>("[type=submit]"))?.focus();
    field?.scrollIntoView({ block: "center" });
  }, [asked]);
  return { form, focusFirstInvalid: () => setAsked((count) => count + 1) };
}
