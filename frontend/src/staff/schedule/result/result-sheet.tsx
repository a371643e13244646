import type { UseQueryResult } from "@tanstack/react-query";
import type { StopResult } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { FigureList } from "@/staff/shared/figures/figure-list";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { Stack, Text } from "@/ui/layout";
import { lostOf, soldOf } from "./result-figures";

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
