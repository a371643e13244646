import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import { readersKey, staffCounterKey } from "@/domain/query-keys";

/** A card reader of a truck, as it was when the server last heard of it. */
export type Reader = components["schemas"]["Reader"];

export function readersQuery(truckId: string) {
  return queryOptions({
    queryKey: readersKey(truckId),
    queryFn: async ({ signal }) => {
      const { readers } = await answer(
        api.GET("/api/readers", { params: { query: { truckId } }, signal }),
      );
      return readers;
    },
    refetchOnMount: "always",
  });
}

interface NewReader {
  registrationCode: string;
  label: string;
}

export function useRegisterReader(truckId: string) {
  return useReaderChange(truckId, (reader: NewReader) =>
    answer(api.POST("/api/readers", { body: { truckId, ...reader } })),
  );
}

export function useRenameReader({ _id, truckId }: Reader) {
  return useReaderChange(truckId, (label: string) =>
    answer(api.PATCH("/api/readers/{reader_id}", { params: pathOf(_id), body: { label } })),
  );
}

export function useRemoveReader(truckId: string) {
  return useReaderChange(truckId, ({ _id }: Reader) =>
    answer(api.DELETE("/api/readers/{reader_id}", { params: pathOf(_id) })),
  );
}

/** Changes a reader, and has all screens that list readers read them again. */
function useReaderChange<Input, Answer>(truckId: string, call: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: staffCounterKey(truckId) });
      return client.invalidateQueries({ queryKey: readersKey(truckId) });
    },
  });
}

/** Whether the truck's business address has to be entered first. */
export function isAddressMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === "address_missing";
}

function pathOf(readerId: string) {
  return { path: { reader_id: readerId } };
}
