import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { AS_FILE, answer, api, type DownloadedFile, file } from "@/domain/api/client";
import type { Ledger, LedgerEntry, LedgerTotals as Totals } from "@/domain/api/staff-types";
import { ledgerKey } from "@/domain/query-keys";
import { presentTime } from "@/domain/time/server-clock";
import { formatDate, formatTimeOfDay } from "@/domain/time/time-words";
import { dayInZone } from "@/domain/time/wall-clock";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { orderNumberColumn } from "@/staff/shared/order-number-column";
import { PeriodPicker, readPeriod, writePeriod } from "@/staff/shared/period-picker-and-address";
import { ShowMore } from "@/staff/shared/show-more";
import { ScopedPage } from "@/staff/shell/truck-page-frame";
import { type Column, Table } from "@/ui/content/table";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./ledger.module.css";

export function LedgerPage() {
  return (
    <ScopedPage title={m.common.ledger} description={m.ledger.lead} skeleton={<LedgerSkeleton />}>
      {(truckId, timezone) => <LedgerReport key={truckId} truckId={truckId} timezone={timezone} />}
    </ScopedPage>
  );
}

/** Where the money of card payments went: sums, by truck, and order by order. */
function LedgerReport({ truckId, timezone }: { truckId: string | null; timezone: string }) {
  const [search, setSearch] = useSearchParams();
  const today = dayInZone(presentTime(), timezone);
  const period = readPeriod(search, today);
  const filter = { truckId, from: period.from, to: period.to };
  const ledger = useInfiniteQuery(ledgerQuery(filter));
  return (
    <Stack gap={4} columns="fill" shrinks>
      <Row gap={3} align="start" justify="between">
        <PeriodPicker
          period={period}
          today={today}
          onChange={(next) => setSearch((present) => writePeriod(present, next))}
        />
        <DownloadButton load={() => downloadLedger(filter)} fallbackName="ledger.csv">
          {m.common.exportCsv}
        </DownloadButton>
      </Row>
      <Loaded query={ledger} skeleton={<LedgerSkeleton />} failed={m.ledger.failed}>
        {({ pages }) => <Content pages={pages} zone={timezone} />}
      </Loaded>
      <ShowMore list={ledger} action={m.ledger.more.action} failed={m.ledger.more.failed} />
    </Stack>
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

function LedgerSkeleton() {
  return <Skeletons label={m.ledger.loading} heights={["6rem", "3.5rem", "3.5rem"]} gap={4} />;
}

/** What the period is opened for. */
const FIRST: readonly Figure["name"][] = ["total", "transfer", "net"];

function inFront(all: readonly Figure[]): Figure[] {
  const isFirst = ({ name }: Figure) => FIRST.includes(name);
  return [...all.filter(isFirst), ...all.filter((figure) => !isFirst(figure))];
}

/** The sums of the period, each with what it means. */
function LedgerTotals({ totals }: { totals: Totals }) {
  return (
    <dl className={styles.totals} aria-label={m.ledger.totals}>
      {inFront(figures()).map(({ name, label, meaning }) => (
        <div key={name} className={FIRST.includes(name) ? styles.first : undefined}>
          <Text as="dt" soft size="s">
            {label}
          </Text>
          <dd>{formatSum(totals[name])}</dd>
          {meaning ? (
            <Text as="dd" soft size="s" className={styles.meaning}>
              {meaning}
            </Text>
          ) : null}
        </div>
      ))}
      <div>
        <Text as="dt" soft size="s">
          {m.common.orders}
        </Text>
        <dd>{totals.orders}</dd>
      </div>
    </dl>
  );
}

type TruckTotals = Ledger["byTruck"][number];

const truckColumns = (): Column<TruckTotals>[] => [
  {
    key: "truck",
    header: m.common.truck,
    primary: true,
    cell: ({ truckName }) => truckName,
  },
  {
    key: "orders",
    header: m.common.orders,
    align: "end",
    cell: ({ orders }) => orders,
  },
  ...figures().map(
    ({ name, label }): Column<TruckTotals> => ({
      key: name,
      header: label,
      align: "end",
      cell: (row) => formatSum(row[name]),
    }),
  ),
];

function TruckTable({ rows }: { rows: readonly TruckTotals[] }) {
  return (
    <Table
      caption={m.ledger.byTruck.label}
      columns={truckColumns()}
      rows={rows}
      rowKey={({ truckId }) => truckId}
      dense
    />
  );
}

function EntryTable({ rows, zone }: { rows: readonly LedgerEntry[]; zone: string }) {
  const columns = useMemo(() => entryColumns(zone), [zone]);
  return (
    <Table
      caption={m.common.orders}
      columns={columns}
      rows={rows}
      rowKey={({ _id }) => _id}
      dense
    />
  );
}

function entryColumns(zone: string): Column<LedgerEntry>[] {
  return [
    orderNumberColumn(),
    {
      key: "made",
      header: m.ledger.byOrder.made,
      cell: ({ createdAt, truckName }) => (
        <Stack as="span" size="s">
          <span>{truckName}</span>
          <Text as="time" soft dateTime={createdAt}>
            {formatDate(new Date(createdAt), zone)}, {formatTimeOfDay(new Date(createdAt), zone)}
          </Text>
        </Stack>
      ),
    },
    {
      key: "tender",
      header: m.ledger.byOrder.paidBy,
      cell: ({ tender }) => m.common.tenders[tender],
    },
    ...figures().map(
      ({ name, label }): Column<LedgerEntry> => ({
        key: name,
        header: label,
        align: "end",
        cell: (row) => formatSum(row[name]),
      }),
    ),
  ];
}

interface Figure {
  name: Exclude<keyof Totals, "orders">;
  label: string;
  meaning?: string;
}

/** The columns of the ledger in the order in which they are added up. */
const figures = (): readonly Figure[] => [
  { name: "items", label: m.common.items },
  { name: "tax", label: m.common.tax },
  { name: "tip", label: m.common.tip },
  { name: "discount", label: m.common.discounts, meaning: m.offers.discountsHint },
  { name: "total", label: m.common.paid },
  { name: "refunds", label: m.common.refunds, meaning: m.ledger.figures.refundsHint },
  { name: "disputed", label: m.common.disputed, meaning: m.ledger.figures.disputedHint },
  {
    name: "transfer",
    label: m.ledger.figures.toTrucks,
    meaning: m.ledger.figures.toTrucksHint,
  },
  { name: "fee", label: m.ledger.figures.fee, meaning: m.ledger.figures.feeHint },
  { name: "net", label: m.ledger.figures.net, meaning: m.ledger.figures.netHint },
];

/** Whose orders, made on which days. */
interface LedgerFilter {
  truckId: string | null;
  from: string;
  to: string;
}

function ledgerQuery(filter: LedgerFilter) {
  return infiniteQueryOptions({
    queryKey: ledgerKey(filter),
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/ledger", {
          params: { query: { ...filter, cursor: pageParam || null } },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

function downloadLedger(filter: LedgerFilter): Promise<DownloadedFile> {
  return file(api.GET("/api/ledger/export", { params: { query: filter }, ...AS_FILE }));
}
