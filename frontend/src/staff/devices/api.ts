import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import {
  printerListKey,
  printersKey,
  readersKey,
  staffCounterKey,
  tabletsKey,
  unprintedKey,
} from "@/domain/query-keys";

const READERS_MS = 15_000;

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
    // The server asks the provider, which alone knows whether a reader is there.
    refetchInterval: READERS_MS,
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

/** A receipt printer of a truck, with what it said last. */
export type Printer = components["schemas"]["PrinterView"];
type PrintJob = components["schemas"]["PrintJobView"];
export type NewPrinter = Pick<
  Printer,
  "label" | "kind" | "paperMm" | "prints" | "printOn" | "language" | "drawerKick"
>;

export function printersQuery(truckId: string) {
  return queryOptions({
    queryKey: printerListKey(truckId),
    queryFn: async ({ signal }) => {
      const { printers } = await answer(
        api.GET("/api/printers", { params: { query: { truckId } }, signal }),
      );
      return printers;
    },
    refetchOnMount: "always",
  });
}

/** The documents that staff decide about: held back for an hour, or refused by the printer five times. */
export function unprintedQuery(truckId: string) {
  return queryOptions({
    queryKey: unprintedKey(truckId),
    queryFn: async ({ signal }) => {
      const read = (state: string) =>
        answer(api.GET("/api/print-jobs", { params: { query: { truckId, state } }, signal }));
      const [held, failed] = await Promise.all([read("held"), read("failed")]);
      return [...held.printJobs, ...failed.printJobs];
    },
    refetchOnMount: "always",
  });
}

export function useAddPrinter(truckId: string) {
  return usePrinterChange(truckId, (printer: NewPrinter) =>
    answer(api.POST("/api/printers", { body: { truckId, ...printer } })),
  );
}

/** Changes a printer; its kind stays. */
export function useChangePrinter({ _id, truckId }: Printer) {
  return usePrinterChange(truckId, ({ kind: _, ...body }: NewPrinter) =>
    answer(
      api.PATCH("/api/printers/{printer_id}", { params: { path: { printer_id: _id } }, body }),
    ),
  );
}

interface Deed {
  what: "test" | "renew" | "remove";
  printer: Printer;
}

/** Prints a test page, makes another address, which it answers with, or removes the printer. */
export function usePrinterDeed(truckId: string) {
  return usePrinterChange(truckId, async ({ what, printer }: Deed): Promise<string | null> => {
    const params = { path: { printer_id: printer._id } };
    if (what === "renew") {
      return (await answer(api.POST("/api/printers/{printer_id}/renew", { params }))).url;
    }
    if (what === "test") await answer(api.POST("/api/printers/{printer_id}/test", { params }));
    else await answer(api.DELETE("/api/printers/{printer_id}", { params }));
    return null;
  });
}

interface Decision {
  jobs: readonly PrintJob[];
  what: "print" | "drop";
}

/** Prints or drops documents one after the other, oldest first. */
export function useDecidePrintJobs(truckId: string) {
  return usePrinterChange(truckId, async ({ jobs, what }: Decision) => {
    for (const { _id } of [...jobs].reverse()) {
      const params = { path: { job_id: _id } };
      if (what === "print") await answer(api.POST("/api/print-jobs/{job_id}/print", { params }));
      else await answer(api.POST("/api/print-jobs/{job_id}/drop", { params }));
    }
  });
}

function usePrinterChange<Input, Answer>(truckId: string, call: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: staffCounterKey(truckId) });
      return client.invalidateQueries({ queryKey: printersKey(truckId) });
    },
  });
}

/** A browser of the staff that sells at the counter of a truck. */
export type Tablet = components["schemas"]["Device"];

export function tabletsQuery(truckId: string) {
  return queryOptions({
    queryKey: tabletsKey(truckId),
    queryFn: async ({ signal }) => {
      const { devices } = await answer(
        api.GET("/api/devices", { params: { query: { truckId } }, signal }),
      );
      return devices;
    },
    refetchOnMount: "always",
  });
}

/** Ends what the server knows of a browser; its letter goes to no other one for a month. */
export async function removeTablet(truckId: string, deviceId: string): Promise<void> {
  const params = { path: { device_id: deviceId }, query: { truckId } };
  await answer(api.DELETE("/api/devices/{device_id}", { params }));
}
