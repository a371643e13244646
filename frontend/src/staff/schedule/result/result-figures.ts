import type { StopGroup } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import type { Figure } from "@/staff/shared/figures/figure-list";
import { compareWithPlace } from "./place-comparison";
import {
  hoursFigure,
  lostFigures,
  revenueFigure,
  type StopFigure,
  salesFigures,
  showFigure,
} from "./stop-figures";

/** The figures that the average of a place has as well; revenue is compared in words. */
const AVERAGED = ["orders", "items", "revenuePerHour"] as const;

/** What a stop sold and how it went, with the average of the place where there is one. */
export function soldOf(result: StopGroup): Figure[] {
  const [revenue, ...others] = [revenueFigure(), ...salesFigures(), hoursFigure()].map(
    (figure) => ({
      label: figure.label,
      value: showFigure(figure, result, m.analytics.noData),
      note: averageOf(figure, result),
    }),
  );
  return revenue ? [{ ...revenue, change: compareWithPlace(result) }, ...others] : others;
}

/** What was asked for at a stop and not sold. */
export function lostOf(result: StopGroup): Figure[] {
  return lostFigures().map((figure) => ({
    label: figure.label,
    value: showFigure(figure, result, m.analytics.noData),
  }));
}

function averageOf({ key, format }: StopFigure, { placeAverage }: StopGroup): string | null {
  const averaged = AVERAGED.find((name) => name === key);
  const average = averaged ? placeAverage?.[averaged] : null;
  return average == null ? null : m.stopResult.average({ average: format(average) });
}
