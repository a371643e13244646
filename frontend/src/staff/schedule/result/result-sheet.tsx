import type { UseQueryResult } from "@tanstack/react-query";
import type { StopGroup, StopResult } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { type Figure, FigureList } from "@/staff/shared/figure-list";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { Stack, Text } from "@/ui/layout";
import {
  compareWithPlace,
  hoursFigure,
  lostFigures,
  revenueFigure,
  type StopFigure,
  salesFigures,
  showFigure,
} from "./stop-figures";

/** What a stop has brought in, beside the average of the other stops at its place. */
export function ResultSheet({ query }: { query: UseQueryResult<StopResult> }) {
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons label={m.stopResult.loading} heights={["16rem"]} />}
      failed={m.stopResult.failed}
    >
      {(found) => <Result {...found} />}
    </Loaded>
  );
}

function Result({ result, comparedDays: days }: StopResult) {
  const average = result.placeAverage;
  return (
    <Stack as="section" gap={4} columns="fill" aria-label={m.stopResult.title}>
      {result.stop?.state === "open" ? <p>{m.stopResult.stillOpen}</p> : null}
      <Text soft>
        {average
          ? m.stopResult.compared({ stops: average.stops, days })
          : m.stopResult.nothingToCompare({ days })}
      </Text>
      <FigureList layout="drawer" figures={soldOf(result)} />
      <Text as="h3" size="l">
        {m.stopReport.lost.title}
      </Text>
      <FigureList layout="pairs" figures={lostOf(result)} />
    </Stack>
  );
}

/** The figures that the average of a place has as well; revenue is compared in words. */
const AVERAGED = ["orders", "items", "revenuePerHour"] as const;

/** What a stop sold and how it went, with the average of the place where there is one. */
function soldOf(result: StopGroup): Figure[] {
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
function lostOf(result: StopGroup): Figure[] {
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
