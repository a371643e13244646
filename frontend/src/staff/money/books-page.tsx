import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { AS_FILE, answer, api, file } from "@/domain/api/client";
import type { Books } from "@/domain/api/staff-types";
import { booksKey } from "@/domain/query-keys";
import { longDay } from "@/domain/time/calendar-day";
import { formatTimeOfDay } from "@/domain/time/time-words";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { ShowMore } from "@/staff/shared/show-more";
import { ScopedPage } from "@/staff/shell/truck-page-frame";
import { type Column, Table } from "@/ui/content/table";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Row, Stack } from "@/ui/layout";
import { AccountNames } from "./account-and-tax-rate-names";
import { BookPeriodPicker, Sums, sumColumns, useBookPeriod } from "./book-period-and-sums";

const FORMATS = ["csv", "quickbooks", "xero", "journal"] as const;

/** A phone shows a line for each figure of a day and of an entry. */
const DAYS_AT_FIRST = 7;
const ENTRIES_AT_ONCE = 25;

interface BooksFilter {
  truckId: string | null;
  from: string;
  to: string;
}

/** What was booked on each day, and the files for a bookkeeper's program. */
export function BooksPage() {
  return (
    <ScopedPage title={m.common.books} description={m.books.lead} skeleton={<BooksSkeleton />}>
      {(truckId, timezone) => <BooksOf key={truckId} truckId={truckId} timezone={timezone} />}
    </ScopedPage>
  );
}

function BooksOf({ truckId, timezone }: { truckId: string | null; timezone: string }) {
  const { period, today, change } = useBookPeriod(timezone, "month");
  const filter = { truckId, from: period.from, to: period.to };
  const books = useInfiniteQuery(booksQuery(filter));
  return (
    <Stack gap={4} columns="fill" shrinks>
      <BookPeriodPicker period={period} today={today} onChange={change} />
      <Stack gap={2}>
        <h2>{m.books.files.title}</h2>
        <Row gap={2}>
          {FORMATS.map((format) => (
            <DownloadButton
              key={format}
              load={() => downloadBooks({ ...filter, format })}
              fallbackName={`books-${format}`}
            >
              {m.books.files[format]}
            </DownloadButton>
          ))}
          <DownloadButton load={() => downloadOrders(filter)} fallbackName="orders.csv">
            {m.books.files.orders}
          </DownloadButton>
          <DownloadButton load={() => downloadLines(filter)} fallbackName="order-lines.csv">
            {m.books.files.lines}
          </DownloadButton>
        </Row>
        {truckId === null ? null : <AccountNames truckId={truckId} />}
      </Stack>
      <Loaded query={books} skeleton={<BooksSkeleton />} failed={m.books.failed}>
        {({ pages }) => <Content pages={pages} />}
      </Loaded>
      <ShowMore list={books} action={m.books.more} failed={m.books.moreFailed} />
    </Stack>
  );
}

function BooksSkeleton() {
  return <Skeletons label={m.books.loading} heights={["6rem", "3.5rem", "3.5rem"]} gap={4} />;
}

function Content({ pages }: { pages: Books[] }) {
  const [first] = pages;
  if (!first || first.days.length === 0) {
    return <EmptyState title={m.books.empty} description={m.books.emptyHint} />;
  }
  const { totals, days } = first;
  return (
    <>
      <Sums
        large={2}
        sums={[
          { label: m.books.sales, dollars: totals.sales, hint: m.books.salesHint },
          { label: m.common.refunds, dollars: totals.refunds },
          { label: m.common.tax, dollars: totals.tax },
          { label: m.books.tips, dollars: totals.tips },
          { label: m.books.cash, dollars: totals.cash, hint: m.books.cashHint },
          { label: m.books.card, dollars: totals.card, hint: m.books.cardHint },
          { label: m.books.fees, dollars: totals.fees },
          ...(totals.platform === null
            ? []
            : [{ label: m.books.platform, dollars: totals.platform }]),
        ]}
      />
      <h2>{m.books.byDay}</h2>
      <Table
        caption={m.books.byDay}
        columns={dayColumns(days, totals)}
        rows={days}
        rowKey={({ date }) => date}
        limit={{
          rows: DAYS_AT_FIRST,
          more: () => m.books.allDays({ count: days.length }),
          fewer: m.books.fewerDays,
        }}
        dense
      />
      <h2>{m.books.entries}</h2>
      <Table
        caption={m.books.entries}
        columns={entryColumns()}
        rows={pages.flatMap(({ entries }) => entries)}
        rowKey={({ reference, instant, kind, total }) =>
          [reference, instant, kind, total].join("/")
        }
        dense
      />
    </>
  );
}

type Day = Books["days"][number];
type Entry = Books["entries"][number];

function dayColumns(rows: readonly Day[], totals: Books["totals"]): Column<Day>[] {
  return [
    {
      key: "day",
      header: m.books.day,
      primary: true,
      cell: ({ date }) => longDay(date),
      total: m.common.total,
    },
    {
      key: "orders",
      header: m.common.orders,
      align: "end",
      cell: ({ orders }) => orders,
      total: totals.orders,
    },
    ...sumColumns<Books["totals"], Day>(rows, totals, [
      ["gross", m.common.soldWithoutTax, (row) => row.gross],
      ["discounts", m.common.discounts, (row) => row.discounts],
      ["tax", m.common.tax, (row) => row.tax],
      ["tips", m.books.tips, (row) => row.tips],
      ["sales", m.books.sales, (row) => row.sales],
      ["refunds", m.common.refunds, (row) => row.refunds],
      ["disputes", m.common.disputes, (row) => row.disputes],
      ["cash", m.books.cash, (row) => row.cash],
      ["card", m.books.card, (row) => row.card],
      ["fees", m.books.fees, (row) => row.fees],
    ]),
  ];
}

const KINDS = () => ({
  sale: m.books.kinds.sale,
  refund: m.books.kinds.refund,
  dispute: m.books.kinds.dispute,
  movement: m.books.kinds.movement,
});

function entryColumns(): Column<Entry>[] {
  const money = (key: "gross" | "discount" | "tax" | "tip" | "total", header: string) => ({
    key,
    header,
    align: "end" as const,
    cell: (row: Entry) => formatSum(row[key]),
  });
  return [
    {
      key: "what",
      header: m.books.entry,
      primary: true,
      cell: ({ kind, order }) => {
        const name = KINDS()[kind as keyof ReturnType<typeof KINDS>];
        return order === null ? name : m.books.ofOrder({ kind: name, number: order });
      },
    },
    { key: "day", header: m.books.day, cell: ({ date }) => longDay(date) },
    {
      key: "time",
      header: m.books.time,
      cell: ({ time }) => formatTimeOfDay(wallTime(time), "UTC"),
    },
    { key: "place", header: m.common.place, cell: ({ place }) => place ?? m.common.noSavedPlace },
    money("gross", m.common.soldWithoutTax),
    money("discount", m.common.discounts),
    money("tax", m.common.tax),
    money("tip", m.common.tip),
    money("total", m.common.total),
  ];
}

/** A time on some wall, as the instant at which a clock in UTC shows it. */
function wallTime(time: string): Date {
  return new Date(`2000-01-01T${time}:00Z`);
}

function booksQuery(filter: BooksFilter) {
  return infiniteQueryOptions({
    queryKey: booksKey(filter),
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/books", {
          params: { query: { ...filter, limit: ENTRIES_AT_ONCE, cursor: pageParam || null } },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

function downloadBooks(query: BooksFilter & { format: string }) {
  return file(api.GET("/api/books/export", { params: { query }, ...AS_FILE }));
}

function downloadOrders(query: BooksFilter) {
  return file(api.GET("/api/orders/export", { params: { query }, ...AS_FILE }));
}

function downloadLines(query: BooksFilter) {
  return file(api.GET("/api/orders/lines/export", { params: { query }, ...AS_FILE }));
}
