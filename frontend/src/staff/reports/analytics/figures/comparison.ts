/** How a figure stands against the period before, in words: a colour alone says it to nobody. */

export interface Comparison {
  words: string;
  direction: "up" | "down" | "same";
  /** Whether the change is welcome; null when there is nothing to judge. */
  isGood: boolean | null;
}

/** An amount or a count: "Up 12% from $100.00". */
export function compareAmounts(
  now: number,
  before: number,
  format: (value: number) => string,
): Comparison {
  if (now === before) return { words: "Same as before", direction: "same", isGood: null };
  const direction = now > before ? "up" : "down";
  if (before === 0) return { words: `Up from ${format(0)}`, direction, isGood: true };
  const percent = Math.abs(((now - before) / before) * 100);
  const words = `${wordOf(direction)} ${percentLabel(percent)} from ${format(before)}`;
  return { words, direction, isGood: direction === "up" };
}

/** A share of all orders, where less is better: "Down 1.5 points from 4.0%". */
export function compareShares(now: number, before: number): Comparison {
  const points = Math.round(Math.abs(now - before) * 1000) / 10;
  if (points === 0) return { words: "Same as before", direction: "same", isGood: null };
  const direction = now > before ? "up" : "down";
  const unit = points === 1 ? "point" : "points";
  const words = `${wordOf(direction)} ${points} ${unit} from ${formatShare(before)}`;
  return { words, direction, isGood: direction === "down" };
}

/** A wait in minutes, as rounded as it is shown: "3 min faster than 15 min before". */
export function compareMinutes(now: number | null, before: number | null): Comparison | null {
  if (now === null || before === null) return null;
  const change = Math.abs(Math.round(now) - Math.round(before));
  if (change === 0) return { words: "Same as before", direction: "same", isGood: null };
  const isFaster = now < before;
  return {
    words: `${change} min ${isFaster ? "faster" : "slower"} than ${formatMinutes(before)} before`,
    direction: isFaster ? "down" : "up",
    isGood: isFaster,
  };
}

export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

export function formatMinutes(minutes: number | null): string {
  return minutes === null ? "No data" : `${Math.round(minutes)} min`;
}

function wordOf(direction: "up" | "down"): string {
  return direction === "up" ? "Up" : "Down";
}

function percentLabel(percent: number): string {
  return percent < 1 ? "less than 1%" : `${Math.round(percent)}%`;
}
