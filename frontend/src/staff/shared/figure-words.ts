/** How a figure stands against the period before, in words: a color alone is not enough. */

import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
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
  if (now === before) return { words: m.analytics.change.same, direction: "same", isGood: null };
  const direction = now > before ? "up" : "down";
  if (before === 0)
    return {
      words: m.analytics.change.fromZero({ value: format(0) }),
      direction,
      isGood: true,
    };
  const percent = Math.abs(((now - before) / before) * 100);
  const words = m.analytics.change[direction]({ percent, before: format(before) });
  return { words, direction, isGood: direction === "up" };
}

/** A share of all orders, where less is better: "Down 1.5 points from 4.0%". */
export function compareShares(now: number, before: number): Comparison {
  const points = Math.round(Math.abs(now - before) * 1000) / 10;
  if (points === 0) return { words: m.analytics.change.same, direction: "same", isGood: null };
  const values = { points, before: formatShare(before) };
  return now > before
    ? { words: m.analytics.change.pointsUp(values), direction: "up", isGood: false }
    : { words: m.analytics.change.pointsDown(values), direction: "down", isGood: true };
}

/** A wait in minutes, as rounded as it is shown: "3 min faster than 15 min before". */
export function compareMinutes(now: number | null, before: number | null): Comparison | null {
  if (now === null || before === null) return null;
  const change = Math.abs(Math.round(now) - Math.round(before));
  if (change === 0) return { words: m.analytics.change.same, direction: "same", isGood: null };
  const values = { minutes: change, before: formatMinutes(before) };
  return now < before
    ? { words: m.analytics.change.faster(values), direction: "down", isGood: true }
    : { words: m.analytics.change.slower(values), direction: "up", isGood: false };
}

export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

export function formatCount(count: number): string {
  return count.toLocaleString(currentLocale());
}

export function formatMinutes(minutes: number | null): string {
  return minutes === null
    ? m.analytics.noData
    : m.analytics.minutes({ minutes: Math.round(minutes) });
}
