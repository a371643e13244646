import * as v from "valibot";
import { messages as m } from "@/messages";

const COUNT = 3;
const LARGEST = 100;

export const DEFAULT_TIP_PRESETS = "15, 18, 20";

export const showTipPresets = (presets: readonly number[]) => presets.join(", ");

/** Three different whole percentages as people type them, smallest first; null for anything else. */
export function parseTipPresets(typed: string): number[] | null {
  const parts = typed.split(/[\s,;%]+/).filter(Boolean);
  const presets = new Set(parts.map(Number));
  const areValid = [...presets].every(
    (percent) => Number.isInteger(percent) && percent >= 1 && percent <= LARGEST,
  );
  if (!areValid || parts.length !== COUNT || presets.size !== COUNT) return null;
  return [...presets].sort((one, other) => one - other);
}

export const typedTipPresets = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const presets = parseTipPresets(dataset.value);
    if (presets) return presets;
    addIssue({ message: m.truckForm.tips.presetsInvalid });
    return NEVER;
  }),
);
