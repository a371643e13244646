import type { StopGroup } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import type { Comparison } from "@/staff/shared/figures/comparison";

/**
 * How a stop did against the other stops at its place: "+25%, above $334.88". Null where nothing compares: no other
 * stop has ended there, or this one has not begun or was cancelled.
 */
export function compareWithPlace(group: Compared): Comparison | null {
  const { stop, placeAverage, revenueChange } = group;
  if (!stop || !placeAverage || (stop.state !== "ended" && stop.state !== "open")) return null;
  const average = formatSum(placeAverage.revenue);
  // A stop that goes on will sell more: nothing to judge yet.
  if (stop.state === "open")
    return { words: m.stopReport.average.soFar({ average }), direction: "same", isGood: null };
  return revenueChange == null ? null : compareShare(revenueChange, average);
}

export type Compared = Pick<StopGroup, "stop" | "placeAverage" | "revenueChange">;

function compareShare(share: number, average: string): Comparison {
  const change = signedPercent(share);
  const isSame = signedPercent(0) === change;
  if (isSame)
    return { words: m.stopReport.average.same({ average }), direction: "same", isGood: null };
  return share > 0
    ? { words: m.stopReport.average.above({ change, average }), direction: "up", isGood: true }
    : { words: m.stopReport.average.below({ change, average }), direction: "down", isGood: false };
}

/** +25%, -19%, 0%. */
function signedPercent(share: number): string {
  const format = new Intl.NumberFormat(currentLocale(), {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "exceptZero",
  });
  return format.format(share);
}
