import type { StopAnalytics } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { BarList } from "@/ui/charts/bar-list";
import styles from "./stops-report.module.css";

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
      <section aria-labelledby="best-places" className={styles.section}>
        <h2 id="best-places" className={styles.title}>
          {m.stopReport.places.best}
        </h2>
        <p className={styles.soft}>{m.stopReport.places.tooFew}</p>
      </section>
    );
  return (
    <div className={styles.columns}>
      {[
        { id: "best-places", title: m.stopReport.places.best, ranks: bestPlaces },
        { id: "worst-places", title: m.stopReport.places.weakest, ranks: worstPlaces },
      ].map(({ id, title, ranks }) => (
        <section key={id} aria-labelledby={id} className={styles.section}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <p className={styles.soft}>{m.stopReport.places.hint}</p>
          <BarList bars={ranks.map((rank) => barOf(rank, hasTrucks))} longest={most} />
        </section>
      ))}
    </div>
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
