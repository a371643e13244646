import { useQuery } from "@tanstack/react-query";
import { AS_FILE, answer, api, file } from "@/domain/api/client";
import type { TaxReport } from "@/domain/api/staff-types";
import { taxReportKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { ScopedPage } from "@/staff/shell/truck-page-frame";
import { type Column, Table } from "@/ui/content/table";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Row, Stack, Text } from "@/ui/layout";
import { BookPeriodPicker, Sums, sumColumns, useBookPeriod } from "./book-period-and-sums";

/** Sales tax by place and rate, for an owner who files it. */
export function TaxesPage() {
  return (
    <ScopedPage title={m.common.taxes} description={m.taxes.lead} skeleton={<TaxesSkeleton />}>
      {(truckId, timezone) => <Taxes key={truckId} truckId={truckId} timezone={timezone} />}
    </ScopedPage>
  );
}

function Taxes({ truckId, timezone }: { truckId: string | null; timezone: string }) {
  const { period, today, change } = useBookPeriod(timezone, "quarter");
  const query = { truckId, from: period.from, to: period.to };
  const report = useQuery({
    queryKey: taxReportKey(query),
    queryFn: ({ signal }) => answer(api.GET("/api/tax-report", { params: { query }, signal })),
  });
  return (
    <Stack gap={4} columns="fill" shrinks>
      <Row gap={3} align="start" justify="between">
        <BookPeriodPicker period={period} today={today} onChange={change} />
        <DownloadButton
          load={() => file(api.GET("/api/tax-report/export", { params: { query }, ...AS_FILE }))}
          fallbackName="tax.csv"
        >
          {m.taxes.download}
        </DownloadButton>
      </Row>
      <Loaded query={report} skeleton={<TaxesSkeleton />} failed={m.taxes.failed}>
        {(found) => <Content report={found} />}
      </Loaded>
    </Stack>
  );
}

function TaxesSkeleton() {
  return <Skeletons label={m.taxes.loading} heights={["6rem", "3.5rem", "3.5rem"]} gap={4} />;
}

function Content({ report }: { report: TaxReport }) {
  const { rows, totals } = report;
  if (rows.length === 0)
    return <EmptyState title={m.taxes.empty} description={m.taxes.emptyHint} />;
  const trucks = new Set(rows.map(({ truckId }) => truckId)).size;
  return (
    <>
      <Sums
        large={2}
        sums={[
          { label: m.taxes.netTaxable, dollars: totals.netTaxable, hint: m.taxes.netTaxableHint },
          { label: m.taxes.netTax, dollars: totals.netTax, hint: m.taxes.netTaxHint },
          { label: m.common.soldWithoutTax, dollars: totals.gross },
          { label: m.taxes.exempt, dollars: totals.exempt },
          { label: m.common.refunds, dollars: totals.refunds },
          { label: m.taxes.tips, dollars: totals.tips, hint: m.taxes.tipsHint },
        ]}
      />
      <h2>{m.taxes.byPlace}</h2>
      <Table
        caption={m.taxes.byPlace}
        columns={[...placeColumns(trucks > 1), ...taxColumns(report)]}
        rows={rows}
        rowKey={keyOf}
        dense
      />
      <h2>{m.taxes.byTender}</h2>
      <Table
        caption={m.taxes.byTender}
        columns={[...placeColumns(trucks > 1), ...tenderColumns(report)]}
        rows={rows}
        rowKey={keyOf}
      />
      <Text soft size="s">
        {m.taxes.noAdvice}
      </Text>
    </>
  );
}

type TaxRow = TaxReport["rows"][number];

function keyOf({ truckId, placeId, placeName, rate }: TaxRow): string {
  return [truckId, placeId, placeName, rate].join("/");
}

function placeColumns(withTruck: boolean): Column<TaxRow>[] {
  return [
    {
      key: "place",
      header: m.common.place,
      primary: true,
      cell: ({ placeName, truckName }) => {
        const place = placeName ?? m.common.noSavedPlace;
        return withTruck ? m.taxes.placeOf({ place, truck: truckName }) : place;
      },
      total: m.common.total,
    },
    { key: "rate", header: m.taxes.rate, align: "end", cell: ({ rate }) => `${rate}%` },
  ];
}

function taxColumns({ rows, totals }: TaxReport): Column<TaxRow>[] {
  return sumColumns<TaxReport["totals"], TaxRow>(rows, totals, [
    ["gross", m.common.soldWithoutTax, (row) => row.gross],
    ["discounts", m.common.discounts, (row) => row.discounts],
    ["exempt", m.taxes.exempt, (row) => row.exempt],
    ["taxable", m.taxes.taxable, (row) => row.taxable],
    ["tax", m.common.tax, (row) => row.tax],
    ["refunds", m.common.refunds, (row) => row.refunds],
    ["refundedTax", m.taxes.refundedTax, (row) => row.refundedTax],
    ["netTaxable", m.taxes.netTaxable, (row) => row.netTaxable],
    ["netTax", m.taxes.netTax, (row) => row.netTax],
  ]);
}

function tenderColumns({ rows, totals }: TaxReport): Column<TaxRow>[] {
  return sumColumns<TaxReport["totals"], TaxRow>(rows, totals, [
    ["online", m.common.tenders.online, (row) => row.tenders.online],
    ["reader", m.common.tenders.reader, (row) => row.tenders.reader],
    ["cash", m.common.cash, (row) => row.tenders.cash],
    ["card", m.common.tenders.card, (row) => row.tenders.card],
    ["tips", m.taxes.tipsIncluded, (row) => row.tips],
  ]);
}
