import { useMemo } from "react";
import { Link } from "react-router";
import type { Ledger, LedgerEntry } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatTimeOfDay } from "@/domain/time/time";
import { formatDollars, formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { type Column, DataTable } from "@/ui/content/data-table";
import { Row, Stack, Text } from "@/ui/layout";
import { figures } from "./figures";

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

export function TruckTable({ rows }: { rows: readonly TruckTotals[] }) {
  return (
    <DataTable
      caption={m.ledger.byTruck.label}
      columns={truckColumns()}
      rows={rows}
      rowKey={({ truckId }) => truckId}
    />
  );
}

export function EntryTable({ rows, zone }: { rows: readonly LedgerEntry[]; zone: string }) {
  const columns = useMemo(() => entryColumns(zone), [zone]);
  return (
    <DataTable caption={m.common.orders} columns={columns} rows={rows} rowKey={({ _id }) => _id} />
  );
}

function entryColumns(zone: string): Column<LedgerEntry>[] {
  return [
    {
      key: "order",
      header: m.common.order,
      primary: true,
      cell: ({ _id, orderNumber }) => (
        <Row
          as={Link}
          inline
          align="center"
          oneLine
          target
          weight={700}
          to={`/admin/orders/${_id}`}
        >
          #{orderNumber}
        </Row>
      ),
    },
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
    ...figures().map(
      ({ name, label }): Column<LedgerEntry> => ({
        key: name,
        header: label,
        align: "end",
        cell: (row) => formatDollars(row[name]),
      }),
    ),
  ];
}
