import { useQuery } from "@tanstack/react-query";
import type { TruckComparison } from "@/domain/api/admin-types";
import { longDay, shortDay } from "@/domain/time/calendar-day";
import { messages as m } from "@/messages";
import styles from "@/staff/dashboard/dashboard.module.css";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { Text } from "@/ui/layout";
import { comparisonQuery } from "./api";
import { ComparisonTable } from "./comparison-table";
import { DaySteps } from "./day-steps";
import { type ComparedDays, useComparedDays } from "./use-compared-days";

/** All trucks on a day or in a week, for the platform's owner; nothing while there is no truck. */
export function Comparison() {
  const days = useComparedDays();
  const query = useQuery(comparisonQuery(days.from, days.to));
  if (query.data?.trucks.length === 0) return null;
  return (
    <section aria-labelledby="comparison-heading" className={styles.comparison}>
      <h2 id="comparison-heading">{m.comparison.title}</h2>
      <DaySteps days={days} />
      <Loaded
        query={query}
        skeleton={
          <Skeletons
            label={m.comparison.loading}
            heights={["3.5rem", "3.5rem", "3.5rem"]}
            className={styles.content}
          />
        }
        failed={m.comparison.failed}
        headingLevel="h3"
        stale={(sentence) => (
          <Text tone="danger" role="alert">
            {m.comparison.failedStale({ reason: sentence })}
          </Text>
        )}
      >
        {(found) => <Content comparison={found} days={days} isStale={query.isPlaceholderData} />}
      </Loaded>
    </section>
  );
}

interface ContentProps {
  comparison: TruckComparison;
  days: ComparedDays;
  /** Whether the figures are still those of other days. */
  isStale: boolean;
}

function Content({ comparison, days, isStale }: ContentProps) {
  return (
    <div aria-busy={isStale} className={isStale ? styles.stale : styles.content}>
      <Text soft size="s" weight={400} role="status">
        {isStale ? m.comparison.loading : m.comparison.ownClock({ days: wordDays(days) })}
      </Text>
      <ComparisonTable comparison={comparison} />
      {comparison.moreTrucks > 0 ? (
        <Text soft size="s" weight={400}>
          {m.comparison.more({ count: comparison.moreTrucks })}
        </Text>
      ) : null}
    </div>
  );
}

function wordDays({ from, to }: ComparedDays): string {
  if (from === to) return longDay(from);
  return m.comparison.week({ first: shortDay(from), last: shortDay(to) });
}
