import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { errorMessage } from "@/domain/api/errors";
import type { StaffTruck } from "@/domain/api/staff-types";
import { allTrucksKey } from "@/domain/query-keys";
import { isSame } from "@/forms/merge-edits";
import { PartlyStored, useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { changedMeanwhile, changeSettings, createTruck, updateTruck } from "@/staff/trucks/api";
import {
  type FormSettings,
  newTruckValues,
  type TruckSubmission,
  type TruckValues,
  truckFields,
  truckSchema,
} from "./truck-form-schema";

export type TruckFormApi = UseFormReturn<TruckValues, unknown, TruckSubmission>;

type SettingName = keyof FormSettings;
const SETTINGS: SettingName[] = [
  "acceptingOrders",
  "notAcceptingReason",
  "pausedUntil",
  "leadMinutes",
  "smsSignature",
  "selfService",
  "confirmsOrders",
  "takesTips",
  "tipPresets",
  "scheduleMode",
  "unitsPerTenMinutes",
  "reducedTaxRate",
  "pricesIncludeTax",
  "businessAddress",
];

interface UseTruckFormOptions {
  /** The truck to change; null makes a new one. */
  truck: StaffTruck | null;
  onSaved: (truck: StaffTruck) => void;
  draftKey: string;
}

export function useTruckForm({ truck, onSaved, draftKey }: UseTruckFormOptions) {
  const queryClient = useQueryClient();
  const record = useRecordForm<StaffTruck, TruckValues, TruckSubmission>({
    ...truckFields,
    blank: newTruckValues,
    schema: truckSchema,
    record: truck,
    draftKey,
    save: async (base, sent, idempotencyKey): Promise<StaffTruck> => {
      const mine: TruckValues = record.form.getValues();
      const found = base ? truckFields.valuesOf(base) : newTruckValues;
      const changed = SETTINGS.filter((name) => !isSame(mine[name], found[name]));
      const stored = base
        ? await updateTruck(base, sent.truck)
        : await createTruck({ ...sent.truck, isDraft: true }, idempotencyKey);
      return storeSettings(stored, changed, sent);
    },
    changedMeanwhile,
    onStored: () =>
      queryClient.invalidateQueries({ queryKey: allTrucksKey(), refetchType: "none" }),
    onSaved,
  });

  /**
   * The truck's own staff pause it from their screens, and settings carry no version: only what was
   * changed here is sent, so that an old form does not end a colleague's pause.
   */
  async function storeSettings(
    stored: StaffTruck,
    changed: readonly SettingName[],
    { settings }: TruckSubmission,
  ): Promise<StaffTruck> {
    if (changed.length === 0) return stored;
    const body = Object.fromEntries(changed.map((name) => [name, settings[name]]));
    try {
      return await changeSettings(stored._id, body);
    } catch (error) {
      const sentence = m.truckForm.savedInPart({
        errorMessage: errorMessage(error),
      });
      throw new PartlyStored(stored, sentence, error);
    }
  }

  return record;
}

/** Two images may be on their way at once. */
export function useUploads() {
  const [running, setRunning] = useState(0);
  return {
    isRunning: running > 0,
    tell: (busy: boolean) => setRunning((count) => count + (busy ? 1 : -1)),
  };
}
