import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { answer, api, list } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { OptionGroupInput, OptionSet } from "@/domain/api/staff-types";
import { allMenusKey, optionSetsKey } from "@/domain/query-keys";

/** The option sets of a truck by name, each with the menu items that use it. */
export function optionSetsQuery(truckId: string) {
  return queryOptions({
    queryKey: optionSetsKey(truckId),
    queryFn: ({ signal }) =>
      list(api.GET("/api/option-sets", { params: { query: { truckId } }, signal })),
    refetchOnMount: "always",
    enabled: truckId !== "",
  });
}

/** What to call once a set was stored or deleted: the menus with its menu items are old, too. */
export function useChangedSets(truckId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: allMenusKey(), refetchType: "none" });
    await client.invalidateQueries({ queryKey: optionSetsKey(truckId) });
  };
}

/** One key per wish: a repeated call after a lost answer makes no second set. */
export function createSet(
  truckId: string,
  group: OptionGroupInput,
  key: string,
): Promise<OptionSet> {
  const header = { "Idempotency-Key": key };
  return answer(
    api.POST("/api/option-sets", { params: { header }, body: { ...toSet(group), truckId } }),
  );
}

/** Changes the set and every menu item that uses it. */
export function changeSet(
  { _id, version }: OptionSet,
  group: OptionGroupInput,
): Promise<OptionSet> {
  return answer(
    api.PUT("/api/option-sets/{set_id}", {
      params: { path: { set_id: _id } },
      body: { ...toSet(group), version },
    }),
  );
}

export function deleteSet(setId: string): Promise<unknown> {
  return answer(api.DELETE("/api/option-sets/{set_id}", { params: { path: { set_id: setId } } }));
}

/** The set as a faster colleague has stored it, from the refusal of a stale save. */
export function changedMeanwhile(error: unknown): OptionSet | null {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return null;
  return (error.body as { optionSet?: OptionSet }).optionSet ?? null;
}

/** Whether an option is on sale is said by the menu items. */
function toSet({ name, minSelect, maxSelect, options }: OptionGroupInput) {
  const sent = options.map(({ _id, name, additionalPrice }) => ({ _id, name, additionalPrice }));
  return { name, minSelect, maxSelect, options: sent };
}
