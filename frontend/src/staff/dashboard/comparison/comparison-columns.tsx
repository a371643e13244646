import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ComparedTruck, StopChanges, TruckComparison } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import type { Column } from "@/ui/content/data-table";
import { Row, Text } from "@/ui/layout";
import { type Sorting, type SortKey, sortedBy } from "./sorting";
import { standingOf } from "./standing";

interface ColumnsOf {
  comparison: TruckComparison;
  now: Date;
  sorting: Sorting;
  setSorting: (sorting: Sorting) => void;
}

export const columnNames = (): Record<SortKey, string> => ({
  truck: m.common.truck,
  now: m.comparison.now,
  orders: m.common.orders,
  revenue: m.common.revenue,
  late: m.comparison.lateNow,
  changes: m.comparison.changedStops,
});

export function comparisonColumns(table: ColumnsOf): Column<ComparedTruck>[] {
  const { comparison, now } = table;
  const { totals, trucks, from, to } = comparison;
  const open = trucks.filter((truck) => standingOf(truck, now).isOpen).length;
  return [
    {
      ...sortable("truck", table),
      primary: true,
      cell: ({ name }) => (
        <Text as="span" breaks>
          {name}
        </Text>
      ),
      total: m.common.allTrucks,
    },
    {
      ...sortable("now", table),
      cell: (truck) => <Now truck={truck} now={now} />,
      total: m.comparison.openOf({ open, count: trucks.length }),
    },
    {
      ...sortable("orders", table),
      align: "end",
      cell: ({ truckId, name, orders }) => (
        <Way to={`/admin/orders?${of(truckId)}`} about={m.comparison.ordersOf({ name })}>
          {orders}
        </Way>
      ),
      total: totals.orders,
    },
    {
      ...sortable("revenue", table),
      align: "end",
      cell: ({ truckId, name, revenue }) => (
        <Way
          to={`/admin/analytics?${of(truckId)}&from=${from}&to=${to}`}
          about={m.comparison.analyticsOf({ name })}
        >
          {formatSum(revenue)}
        </Way>
      ),
      total: formatSum(totals.revenue),
    },
    {
      ...sortable("late", table),
      cell: ({ lateOrders }) => <Late count={lateOrders} />,
      total: <Late count={totals.lateOrders} />,
    },
    {
      ...sortable("changes", table),
      cell: ({ truckId, name, stopChanges }) => (
        <Way
          to={`/admin/schedule?${of(truckId)}&week=${from}`}
          about={m.comparison.scheduleOf({ name })}
        >
          {wordChanges(stopChanges)}
        </Way>
      ),
      total: wordChanges(totals.stopChanges),
    },
  ];
}

function sortable(key: SortKey, { sorting, setSorting }: ColumnsOf) {
  return {
    key,
    header: columnNames()[key],
    sort: {
      order: sorting.key === key ? sorting.order : null,
      onSort: () => setSorting(sortedBy(sorting, key)),
    },
  };
}

function Now({ truck, now }: { truck: ComparedTruck; now: Date }) {
  const { tone, text, place } = standingOf(truck, now);
  return (
    <Row as="span" inline gap={2} rowGap={1} align="center">
      <Badge tone={tone}>{text}</Badge>
      {place ? (
        <Text as="span" soft size="s" weight={400}>
          {m.comparison.atPlace({ place })}
        </Text>
      ) : null}
    </Row>
  );
}

function Late({ count }: { count: number }) {
  if (count === 0)
    return (
      <Text as="span" soft size="s" weight={400}>
        {m.common.noneOfThem}
      </Text>
    );
  return <Badge tone="danger">{m.comparison.lateOrders({ count })}</Badge>;
}

/** 1 cancelled, 2 late. */
function wordChanges({ cancelled, late, moved, endedEarly }: StopChanges): string {
  const words = [
    cancelled > 0 ? m.comparison.changes.cancelled({ count: cancelled }) : null,
    late > 0 ? m.comparison.changes.late({ count: late }) : null,
    moved > 0 ? m.comparison.changes.moved({ count: moved }) : null,
    endedEarly > 0 ? m.comparison.changes.endedEarly({ count: endedEarly }) : null,
  ].filter((word) => word !== null);
  return words.length > 0 ? words.join(", ") : m.common.noneOfThem;
}

interface WayProps {
  to: string;
  /** Where it leads, for screen readers. */
  about: string;
  children: ReactNode;
}

/** A figure that leads to the truck's own screen. */
function Way({ to, about, children }: WayProps) {
  return (
    <Row as={Link} inline align="center" oneLine target to={to} title={about}>
      {children}
      <span className="visually-hidden">, {about}</span>
    </Row>
  );
}

function of(truckId: string): string {
  return `truck=${encodeURIComponent(truckId)}`;
}
