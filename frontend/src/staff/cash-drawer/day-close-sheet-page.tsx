import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { useParams } from "react-router";
import { ApiError } from "@/domain/api/errors";
import { numberOf } from "@/domain/offline/unsent-orders";
import { instantInWords } from "@/domain/time/time-words";
import { dollarsToCents, formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { type Column, Table } from "@/ui/content/table";
import { Button, ButtonLink } from "@/ui/controls/button";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Row, Stack, Text } from "@/ui/layout";
import { BackButton } from "@/ui/layout/back-button-and-return-to-list";
import { PageHeader } from "@/ui/layout/page-header";
import { type DayClose, dayCloseQuery, downloadDayClose } from "./api";
import styles from "./drawer.module.css";
import { DrawerSums, differenceTitle } from "./drawer-sums";

/** The sheet of a day close, to read and to print. */
export function DayClosePage() {
  const { id = "" } = useParams();
  const query = useQuery(dayCloseQuery(id));
  const sheet = query.data;
  useDocumentTitle(
    sheet ? m.drawer.sheet.title({ number: sheet.closeNumber }) : m.drawer.closes.title,
  );
  const { error } = query;
  if (!sheet && error instanceof ApiError && (error.status === 404 || error.status === 403)) {
    return (
      <EmptyState
        title={m.drawer.sheet.missing}
        action={<ButtonLink to="/admin/closes">{m.drawer.closes.title}</ButtonLink>}
      />
    );
  }
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons label={m.drawer.sheet.loading} heights={["6rem", "12rem"]} />}
      failed={m.drawer.sheet.failed}
    >
      {(found) => <Sheet sheet={found} />}
    </Loaded>
  );
}

function Sheet({ sheet }: { sheet: DayClose }) {
  const { timezone, closedBy, note, difference, counted } = sheet;
  const at = (instant: string) => instantInWords(instant, timezone);
  return (
    <div className={styles.paper}>
      <PageHeader
        title={m.drawer.sheet.title({ number: sheet.closeNumber })}
        description={m.drawer.sheet.span({
          truck: sheet.truckName,
          from: at(sheet.from),
          to: at(sheet.to),
        })}
        back={
          <div className={styles.screenOnly}>
            <BackButton fallback="/admin/closes" />
          </div>
        }
        actions={
          <Row gap={2} className={styles.screenOnly}>
            <Button variant="primary" onClick={() => window.print()}>
              {m.common.print}
            </Button>
            <DownloadButton load={() => downloadDayClose(sheet._id)} fallbackName="close.csv">
              {m.common.exportCsv}
            </DownloadButton>
          </Row>
        }
      />
      <Part title={m.drawer.title}>
        <DrawerSums drawer={sheet} />
        <Fact label={m.drawer.counted} value={formatSum(counted)} />
        <Text weight={700}>{differenceTitle(dollarsToCents(difference))}</Text>
        {note ? <p>{m.drawer.sheet.note({ note })}</p> : null}
        <Text soft size="s">
          {m.drawer.sheet.closedBy({ by: closedBy })}
        </Text>
      </Part>
      {sheet.denominations ? (
        <Part title={m.drawer.sheet.pieces}>
          {largestFirst(sheet.denominations).map(([name, pieces]) => (
            <Fact
              key={name}
              label={m.drawer.sheet.piecesOf({ value: formatSum(Number(name)), pieces })}
              value={formatSum(Number(name) * pieces)}
            />
          ))}
        </Part>
      ) : null}
      <SheetTable
        caption={m.drawer.sheet.tenders}
        columns={tenderColumns()}
        rows={tendersOf(sheet)}
        rowKey={({ tender }) => tender}
      />
      <SheetTable
        caption={m.drawer.sheet.taxes}
        columns={taxColumns()}
        rows={sheet.taxes}
        rowKey={({ placeName, rate }) => `${placeName} ${rate}`}
      />
      <Part title={m.common.orders}>
        <OrderFacts sheet={sheet} />
      </Part>
      {sheet.movements.length > 0 ? (
        <Part title={m.drawer.movements}>
          {sheet.movements.map(({ at: moved, kind, amount, reason, by }) => (
            <Fact
              key={`${moved}${reason}`}
              label={`${reason} · ${m.drawer.atBy({ when: at(moved), by })}`}
              value={formatSum(kind === "pay_in" ? amount : -amount)}
            />
          ))}
        </Part>
      ) : null}
      <Events title={m.drawer.sheet.before} events={sheet.beforeOpening} at={at} />
      <Events title={m.drawer.sheet.late} events={sheet.late} at={at} />
    </div>
  );
}

/** A browser lists whole numbers among the names of an object first, and the least of them before. */
function largestFirst(pieces: Record<string, number>): [string, number][] {
  return Object.entries(pieces).sort(([one], [other]) => Number(other) - Number(one));
}

function OrderFacts({ sheet }: { sheet: DayClose }) {
  const { firstOrderNumber, lastOrderNumber, cancelled, open } = sheet;
  return (
    <>
      {firstOrderNumber && lastOrderNumber ? (
        <Fact
          label={m.drawer.sheet.numbers}
          value={m.common.fromTo({ from: `#${firstOrderNumber}`, to: `#${lastOrderNumber}` })}
        />
      ) : null}
      <Fact label={m.drawer.sheet.tips} value={formatSum(sheet.tips)} />
      <Fact label={m.common.discounts} value={formatSum(sheet.discounts)} />
      <Fact label={m.common.refunds} value={formatSum(sheet.refunds)} />
      {cancelled.orders ? (
        <Fact
          label={m.drawer.sheet.cancelled({ count: cancelled.orders })}
          value={formatSum(cancelled.total ?? 0)}
        />
      ) : null}
      <Fact
        label={m.drawer.sheet.open({ count: open.orders ?? 0 })}
        value={formatSum(open.total ?? 0)}
      />
    </>
  );
}

interface EventsProps {
  title: string;
  events: DayClose["late"];
  at: (instant: string) => string;
}

function Events({ title, events, at }: EventsProps) {
  if (events.length === 0) return null;
  return (
    <Part title={title}>
      {events.map((event) => (
        <Fact
          key={`${event.kind}${event.orderNumber}${event.at}`}
          label={m.drawer.sheet.event({
            number: numberOf(event),
            when: at(event.takenAt ?? event.at),
          })}
          value={formatSum(event.kind === "refund" ? -event.amount : event.amount)}
        />
      ))}
    </Part>
  );
}

/** A table under its heading; left out while it has no rows. */
function SheetTable<Row>(props: ComponentProps<typeof Table<Row>>) {
  if (props.rows.length === 0) return null;
  return (
    <Part title={props.caption}>
      <Table {...props} />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={2}>
      <Text as="h2" size="l">
        {title}
      </Text>
      {children}
    </Stack>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <Row gap={3} justify="between" oneLine>
      <span>{label}</span>
      <Text as="span" tabular nowrap>
        {value}
      </Text>
    </Row>
  );
}

type TenderRow = { tender: keyof DayClose["tenders"] } & Required<
  NonNullable<DayClose["tenders"]["cash"]>
>;

function tendersOf({ tenders }: DayClose): TenderRow[] {
  return (["online", "reader", "cash", "card"] as const)
    .map((tender) => ({ tender, ...(tenders[tender] as Omit<TenderRow, "tender">) }))
    .filter(({ orders, refunds }) => orders > 0 || refunds !== 0);
}

function tenderColumns(): Column<TenderRow>[] {
  const money = (
    key: "gross" | "discounts" | "tax" | "tip" | "total" | "refunds",
    header: string,
  ) => ({
    key,
    header,
    align: "end" as const,
    cell: (row: TenderRow) => formatSum(row[key]),
  });
  return [
    {
      key: "tender",
      header: m.drawer.sheet.tender,
      primary: true,
      cell: ({ tender }) => (tender === "cash" ? m.common.cash : m.common.tenders[tender]),
    },
    { key: "orders", header: m.common.orders, align: "end", cell: ({ orders }) => orders },
    money("gross", m.common.soldWithoutTax),
    money("discounts", m.common.discounts),
    money("tax", m.drawer.sheet.tax),
    money("tip", m.drawer.sheet.tips),
    money("total", m.drawer.sheet.total),
    money("refunds", m.common.refunds),
  ];
}

function taxColumns(): Column<DayClose["taxes"][number]>[] {
  return [
    {
      key: "place",
      header: m.drawer.sheet.place,
      primary: true,
      cell: ({ placeName }) => placeName ?? m.common.noSavedPlace,
    },
    { key: "rate", header: m.drawer.sheet.rate, align: "end", cell: ({ rate }) => `${rate}%` },
    {
      key: "taxable",
      header: m.drawer.sheet.taxable,
      align: "end",
      cell: ({ taxable }) => formatSum(taxable),
    },
    { key: "tax", header: m.drawer.sheet.tax, align: "end", cell: ({ tax }) => formatSum(tax) },
  ];
}
