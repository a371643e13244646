import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { MenuItemInput, StaffMenuItem } from "@/api/admin-types";
import { ApiError, isUnreachable, sentenceOf } from "@/api/errors";
import { mergeEdits } from "@/lib/merge-edits";
import { showServerFields } from "@/lib/server-fields";
import { useFirstInvalid } from "@/lib/use-first-invalid";
import { useIdempotencyKey } from "@/lib/use-idempotency-key";
import { changedMeanwhile, createMenuItem, updateMenuItem } from "./api";
import { type MenuItemValues, menuItemSchema, NEW_ITEM, valuesOf } from "./menu-item-values";
import { withKnownIds } from "./option-ids";

export type MenuItemFormApi = UseFormReturn<MenuItemValues, unknown, MenuItemInput>;

interface UseMenuItemFormOptions {
  /** The dish to change; null makes a new one. */
  item: StaffMenuItem | null;
  truckId: string;
  onSaved: (item: StaffMenuItem) => void;
}

/** The values of a dish from opening the form until the server has them. */
export function useMenuItemForm({ item, truckId, onSaved }: UseMenuItemFormOptions) {
  // What the edit started from; it moves on only when the editor has seen what changed meanwhile.
  const [base, setBase] = useState(item);
  const [conflict, setConflict] = useState<StaffMenuItem | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const form: MenuItemFormApi = useForm<MenuItemValues, unknown, MenuItemInput>({
    defaultValues: item ? valuesOf(item) : NEW_ITEM,
    resolver: zodResolver(menuItemSchema),
    shouldFocusError: false,
  });
  const { form: element, focusFirstInvalid } = useFirstInvalid();
  const queryClient = useQueryClient();
  const send = useSend(base, truckId);

  async function save(body: MenuItemInput): Promise<void> {
    setProblem(null);
    try {
      const saved = await send(body);
      await queryClient.invalidateQueries({ queryKey: ["menu"], refetchType: "none" });
      form.reset(valuesOf(saved));
      onSaved(saved);
    } catch (error) {
      const current = changedMeanwhile(error);
      if (current) setConflict(current);
      else explain(error);
    }
  }

  function explain(error: unknown): void {
    const fields = error instanceof ApiError ? error.fields : {};
    const homeless = showServerFields(form, fields);
    const isSaidAtField = Object.keys(fields).length > homeless.length;
    setProblem(homeless[0] ?? (isSaidAtField ? null : sentenceOf(error)));
    focusFirstInvalid();
  }

  function settle(values: MenuItemValues, current: StaffMenuItem): void {
    setBase(current);
    setConflict(null);
    setProblem(null);
    form.reset(valuesOf(current));
    form.reset(values, { keepDefaultValues: true });
  }

  const edits =
    conflict && base ? mergeEdits(valuesOf(base), valuesOf(conflict), form.getValues()) : null;
  return {
    form,
    element,
    problem,
    submit: form.handleSubmit(save, focusFirstInvalid),
    conflict: conflict &&
      edits && {
        changes: edits.changes,
        takeTheirs: () => settle(valuesOf(conflict), conflict),
        keepMine: () => settle(withKnownIds(edits.merged, conflict), conflict),
      },
  };
}

/** Creates or changes, once even for two quick clicks. */
function useSend(base: StaffMenuItem | null, truckId: string) {
  const running = useRef<Promise<StaffMenuItem> | null>(null);
  const keyFor = useIdempotencyKey();

  async function create(body: MenuItemInput): Promise<StaffMenuItem> {
    const key = keyFor(JSON.stringify([body, truckId]));
    try {
      const created = await createMenuItem(body, truckId, key.value);
      key.settle();
      return created;
    } catch (error) {
      if (!isUnreachable(error)) key.settle();
      throw error;
    }
  }

  return async (body: MenuItemInput): Promise<StaffMenuItem> => {
    running.current ??= base ? updateMenuItem(base, body) : create(body);
    try {
      return await running.current;
    } finally {
      running.current = null;
    }
  };
}
