import type { StopAnalytics } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import styles from "@/staff/reports/analytics/analytics.module.css";
import { BarList } from "@/ui/charts/bar-chart";
import { Stack, Text } from "@/ui/layout";

type Rank = StopAnalytics["bestPlaces"][number];

interface PlaceRanksProps {
  report: StopAnalytics;
  hasTrucks: boolean;
}

/** Where an hour of service brings in most, and where least. */
export function PlaceRanks({ report, hasTrucks }: PlaceRanksProps) {
  const { bestPlaces, worstPlaces } = report;
  const most = bestPlaces[0]?.revenuePerHour;
  if (most === undefined)
    return (
      <Stack
        as="section"
        gap={4}
        shrinks
        aria-labelledby="best-places"
        className={styles.stopsReportSection}
      >
        <Text as="h2" size="xl" id="best-places">
          {m.stopReport.places.best}
        </Text>
        <Text measure="column" soft>
          {m.stopReport.places.tooFew}
        </Text>
      </Stack>
    );
  return (
    <Stack gap={8} className={styles.columns}>
      {[
        { id: "best-places", title: m.stopReport.places.best, ranks: bestPlaces },
        { id: "worst-places", title: m.stopReport.places.weakest, ranks: worstPlaces },
      ].map(({ id, title, ranks }) => (
        <Stack
          key={id}
          as="section"
          gap={4}
          shrinks
          aria-labelledby={id}
          className={styles.stopsReportSection}
        >
          <Text as="h2" size="xl" id={id}>
            {title}
          </Text>
          <Text measure="column" soft>
            {m.stopReport.places.hint}
          </Text>
          <BarList bars={ranks.map((rank) => barOf(rank, hasTrucks))} longest={most} />
        </Stack>
      ))}
    </Stack>
  );
}

function barOf(rank: Rank, hasTrucks: boolean) {
  const { placeId, placeName, truckName, stops, revenuePerHour } = rank;
  const counted = m.stopReport.count({ stops });
  return {
    key: placeId,
    name: placeName,
    value: revenuePerHour,
    text: m.stopReport.perHour({ amount: formatSum(revenuePerHour) }),
    note: hasTrucks ? `${truckName} · ${counted}` : counted,
  };
}
