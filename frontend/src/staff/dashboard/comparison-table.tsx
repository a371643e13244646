import { type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router";
import type { ComparedTruck, StopChanges, TruckComparison } from "@/domain/api/admin-types";
import { presentSchedule } from "@/domain/schedule/present-schedule";
import { scheduleBadge } from "@/domain/schedule/schedule-words";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { useNow } from "@/ui/browser/use-now";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { type Column, DataTable, type SortOrder } from "@/ui/content/data-table";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { Row, Text } from "@/ui/layout";
import styles from "./dashboard.module.css";

/** A street of trucks at a glance; the others at a press. */
const SHOWN_TRUCKS = 12;

/** A row for each truck, sorted by any column, and their sums. */
export function ComparisonTable({ comparison }: { comparison: TruckComparison }) {
  const now = useNow();
  const [sorting, setSorting] = useState<Sorting>({ key: "truck", order: "ascending" });
  const [showsAll, setShowsAll] = useState(false);
  const sorted = useMemo(
    () => sortTrucks(comparison.trucks, sorting, now),
    [comparison.trucks, sorting, now],
  );
  const columns = useMemo(
    () => comparisonColumns({ comparison, now, sorting, setSorting }),
    [comparison, now, sorting],
  );
  return (
    <>
      <PhoneSorting sorting={sorting} onSort={setSorting} />
      <DataTable
        caption={m.comparison.title}
        columns={columns}
        rows={showsAll ? sorted : sorted.slice(0, SHOWN_TRUCKS)}
        rowKey={({ truckId }) => truckId}
      />
      {sorted.length > SHOWN_TRUCKS ? (
        // One button for both, so that it keeps the focus.
        <Button onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? m.comparison.showFewer : m.comparison.showAll({ count: sorted.length })}
        </Button>
      ) : null}
    </>
  );
}

interface PhoneSortingProps {
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

/** Where the columns' headings are out of sight. */
function PhoneSorting({ sorting, onSort }: PhoneSortingProps) {
  const names = columnNames();
  return (
    <div className={styles.phoneSorting}>
      <Field label={m.comparison.sortBy}>
        <Select
          value={sorting.key}
          onChange={({ target }) => {
            const key = target.value as SortKey;
            onSort({ key, order: firstOrder(key) });
          }}
        >
          {SORT_KEYS.map((key) => (
            <option key={key} value={key}>
              {names[key]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

interface ColumnsOf {
  comparison: TruckComparison;
  now: Date;
  sorting: Sorting;
  setSorting: (sorting: Sorting) => void;
}

const columnNames = (): Record<SortKey, string> => ({
  truck: m.common.truck,
  now: m.comparison.now,
  orders: m.common.orders,
  revenue: m.common.revenue,
  late: m.comparison.lateNow,
  changes: m.comparison.changedStops,
});

function comparisonColumns(table: ColumnsOf): Column<ComparedTruck>[] {
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

const SORT_KEYS = ["truck", "now", "orders", "revenue", "late", "changes"] as const;
type SortKey = (typeof SORT_KEYS)[number];

interface Sorting {
  key: SortKey;
  order: SortOrder;
}

/** The order in which a column is sorted first: the largest figures, but names and times from their beginning. */
function firstOrder(key: SortKey): SortOrder {
  return key === "truck" || key === "now" ? "ascending" : "descending";
}

/** What a press on a column's heading does: sorts by it, or turns its order around. */
function sortedBy(present: Sorting, key: SortKey): Sorting {
  if (present.key !== key) return { key, order: firstOrder(key) };
  return { key, order: present.order === "ascending" ? "descending" : "ascending" };
}

/** Trucks that are equal in what is sorted by stay in the order of their names. */
function sortTrucks(
  trucks: readonly ComparedTruck[],
  { key, order }: Sorting,
  now: Date,
): ComparedTruck[] {
  const sign = order === "ascending" ? 1 : -1;
  return [...trucks].sort(
    (one, other) => sign * COMPARE[key](one, other, now) || byName(one, other, now),
  );
}

function countChanges({ cancelled, late, moved, endedEarly }: StopChanges): number {
  return cancelled + late + moved + endedEarly;
}

type Compare = (one: ComparedTruck, other: ComparedTruck, now: Date) => number;

const byName: Compare = (one, other) =>
  one.name.localeCompare(other.name) || one.truckId.localeCompare(other.truckId);

const COMPARE: Record<SortKey, Compare> = {
  truck: byName,
  now: (one, other, now) => compareRanks(standingRank(one, now), standingRank(other, now)),
  orders: (one, other) => one.orders - other.orders,
  revenue: (one, other) => one.revenue - other.revenue,
  late: (one, other) => one.lateOrders - other.lateOrders,
  changes: (one, other) => countChanges(one.stopChanges) - countChanges(other.stopChanges),
};

/** Two trucks may both be infinitely far from opening. */
function compareRanks(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

/** How a truck stands at this moment. */
interface Standing {
  isOpen: boolean;
  tone: BadgeTone;
  /** Open until 2:00 PM, Opens 11:00 AM, Paused, Closed, Inactive. */
  text: string;
  /** Where it is, or will be next. */
  place: string | null;
}

function standingOf(truck: ComparedTruck, now: Date): Standing {
  if (!truck.isActive) {
    return { isOpen: false, tone: "neutral", text: m.common.inactive, place: null };
  }
  const { current, next } = presentSchedule(truck, now);
  const { text, isOpen } = scheduleBadge(truck, now);
  const isPaused = !truck.acceptingOrders;
  return {
    isOpen,
    tone: isOpen ? "good" : isPaused ? "warning" : "neutral",
    text,
    place: (current ?? next)?.place.name ?? null,
  };
}

/** Open trucks first, then those that open soonest, then those that do not. */
function standingRank(truck: ComparedTruck, now: Date): number {
  if (!truck.isActive) return Number.POSITIVE_INFINITY;
  if (standingOf(truck, now).isOpen) return 0;
  const { current, next } = presentSchedule(truck, now);
  const coming = current ?? next;
  return coming ? Date.parse(coming.startsAt) : Number.MAX_SAFE_INTEGER;
}
