import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { Ledger } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { DayRange } from "@/staff/shared/day-range";
import { withParams } from "@/ui/browser/with-params";
import { Button } from "@/ui/controls/button";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { Row, Text } from "@/ui/layout";
import { downloadLedger, ledgerQuery } from "./api";
import styles from "./ledger.module.css";
import { EntryTable, TruckTable } from "./ledger-tables";
import { LedgerTotals } from "./ledger-totals";

/** Where the money of card payments went: sums, by truck, and order by order. */
export function LedgerReport({ truckId, timezone }: { truckId: string | null; timezone: string }) {
  const [search, setSearch] = useSearchParams();
  const filter = { truckId, from: search.get("from") ?? "", to: search.get("to") ?? "" };
  const ledger = useInfiniteQuery(ledgerQuery(filter));
  const first = ledger.data?.pages[0];
  return (
    <div className={styles.screen}>
      <Row gap={3} align="end" justify="between">
        <DayRange
          label={m.common.period}
          from={filter.from || (first?.from ?? "")}
          to={filter.to || (first?.to ?? "")}
          onShow={(days) => setSearch((present) => withParams(present, days))}
          className={styles.days}
        />
        <DownloadButton load={() => downloadLedger(filter)} fallbackName="ledger.csv">
          {m.common.exportCsv}
        </DownloadButton>
      </Row>
      <Loaded query={ledger} skeleton={<LedgerSkeleton />} failed={m.ledger.failed}>
        {({ pages }) => <Content pages={pages} zone={timezone} />}
      </Loaded>
      {ledger.isFetchNextPageError ? (
        <Text tone="danger" role="alert">
          {m.ledger.more.failed({ errorMessage: errorMessage(ledger.error) })}
        </Text>
      ) : null}
      {ledger.hasNextPage ? (
        <Button busy={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
          {ledger.isFetchingNextPage ? m.common.loading : m.ledger.more.action}
        </Button>
      ) : null}
    </div>
  );
}

function Content({ pages, zone }: { pages: Ledger[]; zone: string }) {
  const [first] = pages;
  if (!first || first.totals.orders === 0) {
    return <EmptyState title={m.ledger.empty} description={m.ledger.emptyHint} />;
  }
  return (
    <>
      <LedgerTotals totals={first.totals} />
      {first.byTruck.length > 1 ? (
        <>
          <h2>{m.ledger.byTruck.title}</h2>
          <TruckTable rows={first.byTruck} />
        </>
      ) : null}
      <h2>{m.ledger.byOrder.title}</h2>
      <EntryTable rows={pages.flatMap(({ entries }) => entries)} zone={zone} />
    </>
  );
}

export function LedgerSkeleton() {
  return (
    <Skeletons
      label={m.ledger.loading}
      heights={["6rem", "3.5rem", "3.5rem"]}
      className={styles.screen}
    />
  );
}
