import { parseDollars, percentCents } from "@/domain/values/money";

/** As the server has it; a tip is at most as much as the subtotal, too. */
const MAX_TIP_CENTS = 50_000;

export const NO_TIP = "none";
export const OTHER_TIP = "other";

/** A percentage as text, no tip, or another amount that is `typed`; empty until something is chosen. */
export interface TipWish {
  choice: string;
  typed: string;
}

export const NOTHING_CHOSEN: TipWish = { choice: "", typed: "" };

/** The percentages that a truck offers; null at a truck that takes no tips. */
export type TipPresets = readonly number[] | null;

export function maxTipCents(subtotalCents: number): number {
  return Math.min(subtotalCents, MAX_TIP_CENTS);
}

export function presetCents(subtotalCents: number, percent: number): number {
  return Math.min(maxTipCents(subtotalCents), percentCents(subtotalCents, percent));
}

/** The tip that is wished for in cents; null while the typed amount cannot be one. */
export function tipCents(
  { choice, typed }: TipWish,
  presets: TipPresets,
  subtotalCents: number,
): number | null {
  if (!presets) return 0;
  if (choice === OTHER_TIP) {
    const cents = parseDollars(typed);
    return cents === null || cents > maxTipCents(subtotalCents) ? null : cents;
  }
  const percent = presets.find((preset) => String(preset) === choice);
  return percent === undefined ? 0 : presetCents(subtotalCents, percent);
}
