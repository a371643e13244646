import type { UseQueryResult } from "@tanstack/react-query";
import type { StopResult } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { FigureList } from "@/staff/shared/figures/figure-list";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { lostOf, soldOf } from "./result-figures";
import styles from "./result-sheet.module.css";

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
    <section className={styles.section} aria-label={m.stopResult.title}>
      {result.stop?.state === "open" ? <p>{m.stopResult.stillOpen}</p> : null}
      <p className={styles.soft}>
        {average
          ? m.stopResult.compared({ stops: average.stops, days })
          : m.stopResult.nothingToCompare({ days })}
      </p>
      <FigureList layout="drawer" figures={soldOf(result)} />
      <h3 className={styles.title}>{m.stopReport.lost.title}</h3>
      <FigureList layout="pairs" figures={lostOf(result)} />
    </section>
  );
}
