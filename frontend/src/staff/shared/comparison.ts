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
  const words = m.analytics.change.percent({
    wordOf: wordOf(direction),
    percentLabel: percentLabel(percent),
    before: format(before),
  });
  return { words, direction, isGood: direction === "up" };
}

/** A share of all orders, where less is better: "Down 1.5 points from 4.0%". */
export function compareShares(now: number, before: number): Comparison {
  const points = Math.round(Math.abs(now - before) * 1000) / 10;
  if (points === 0) return { words: m.analytics.change.same, direction: "same", isGood: null };
  const direction = now > before ? "up" : "down";
  const unit = m.analytics.change.pointWord({ points });
  const words = m.analytics.change.points({
    wordOf: wordOf(direction),
    points,
    unit,
    before: formatShare(before),
  });
  return { words, direction, isGood: direction === "down" };
}

/** A wait in minutes, as rounded as it is shown: "3 min faster than 15 min before". */
export function compareMinutes(now: number | null, before: number | null): Comparison | null {
  if (now === null || before === null) return null;
  const change = Math.abs(Math.round(now) - Math.round(before));
  if (change === 0) return { words: m.analytics.change.same, direction: "same", isGood: null };
  const isFaster = now < before;
  return {
    words: m.analytics.change.minutes({
      change,
      fasterText: isFaster ? m.analytics.change.faster : m.analytics.change.slower,
      before: formatMinutes(before),
    }),
    direction: isFaster ? "down" : "up",
    isGood: isFaster,
  };
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

function wordOf(direction: "up" | "down"): string {
  return direction === "up" ? m.analytics.change.up : m.analytics.change.down;
}

function percentLabel(percent: number): string {
  return percent < 1 ? m.analytics.change.underOne : `${Math.round(percent)}%`;
}
