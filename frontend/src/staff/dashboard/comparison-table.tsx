import { type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import type { ComparedTruck, StopChanges, TruckComparison } from "@/domain/api/staff-types";
import { presentSchedule } from "@/domain/schedule/current-stops";
import { scheduleBadge } from "@/domain/schedule/schedule-words";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { type Column, Table, useSorting } from "@/ui/content/table";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { Row, Text } from "@/ui/layout";
import styles from "./dashboard.module.css";

/** A street of trucks at a glance; the others at a press. */
const SHOWN_TRUCKS = 12;

/** A row for each truck, sorted by any column, and their sums. */
export function ComparisonTable({ comparison }: { comparison: TruckComparison }) {
  const now = useNow();
  const sorting = useSorting({ key: "truck", order: "ascending" });
  const rows = useMemo(() => [...comparison.trucks].sort(byName), [comparison.trucks]);
  const columns = useMemo(() => comparisonColumns(comparison, now), [comparison, now]);
  return (
    <>
      <div className={styles.phoneSorting}>
        {/* Where the columns' headings are out of sight. */}
        <Field label={m.comparison.sortBy}>
          <Select
            value={sorting.present?.key}
            onChange={({ target }) => {
              const column = columns.find(({ key }) => key === target.value);
              if (column) sorting.choose(column);
            }}
          >
            {columns.map(({ key, header }) => (
              <option key={key} value={key}>
                {header}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Table
        caption={m.comparison.title}
        columns={columns}
        rows={rows}
        rowKey={({ truckId }) => truckId}
        sorting={sorting}
        limit={{
          rows: SHOWN_TRUCKS,
          more: () => m.comparison.showAll({ count: rows.length }),
          fewer: m.comparison.showFewer,
        }}
      />
    </>
  );
}

/** Trucks that are equal in what is sorted by stay in the order of their names. */
function byName(one: ComparedTruck, other: ComparedTruck): number {
  return one.name.localeCompare(other.name) || one.truckId.localeCompare(other.truckId);
}

function comparisonColumns(comparison: TruckComparison, now: Date): Column<ComparedTruck>[] {
  const { totals, trucks, from, to } = comparison;
  const open = trucks.filter((truck) => standingOf(truck, now).isOpen).length;
  return [
    {
      key: "truck",
      header: m.common.truck,
      sort: { by: ({ name }) => name, first: "ascending" },
      primary: true,
      cell: ({ name }) => (
        <Text as="span" breaks>
          {name}
        </Text>
      ),
      total: m.common.allTrucks,
    },
    {
      key: "now",
      header: m.comparison.now,
      sort: { by: (truck) => standingRank(truck, now), first: "ascending" },
      cell: (truck) => <Now truck={truck} now={now} />,
      total: m.comparison.openOf({ open, count: trucks.length }),
    },
    {
      key: "orders",
      header: m.common.orders,
      sort: { by: ({ orders }) => orders },
      align: "end",
      cell: ({ truckId, name, orders }) => (
        <Way to={`/admin/orders?${of(truckId)}`} about={m.comparison.ordersOf({ name })}>
          {orders}
        </Way>
      ),
      total: totals.orders,
    },
    {
      key: "revenue",
      header: m.common.revenue,
      sort: { by: ({ revenue }) => revenue },
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
      key: "late",
      header: m.comparison.lateNow,
      sort: { by: ({ lateOrders }) => lateOrders },
      cell: ({ lateOrders }) => <Late count={lateOrders} />,
      total: <Late count={totals.lateOrders} />,
    },
    {
      key: "changes",
      header: m.comparison.changedStops,
      sort: { by: ({ stopChanges }) => countChanges(stopChanges) },
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
        {m.comparison.noneOfThem}
      </Text>
    );
  return <Badge tone="danger">{m.comparison.lateOrders({ count })}</Badge>;
}

/** "1 cancelled and 2 late". */
function wordChanges({ cancelled, late, moved, endedEarly }: StopChanges): string {
  const words = [
    cancelled > 0 ? m.comparison.changes.cancelled({ count: cancelled }) : null,
    late > 0 ? m.comparison.changes.late({ count: late }) : null,
    moved > 0 ? m.comparison.changes.moved({ count: moved }) : null,
    endedEarly > 0 ? m.comparison.changes.endedEarly({ count: endedEarly }) : null,
  ].filter((word) => word !== null);
  return words.length > 0 ? formatList(words) : m.comparison.noneOfThem;
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
    <Row
      as={Link}
      inline
      align="center"
      justify="end"
      oneLine
      target
      className={styles.way}
      to={to}
      title={about}
    >
      {children}
      <span className="visually-hidden">, {about}</span>
    </Row>
  );
}

function of(truckId: string): string {
  return `truck=${encodeURIComponent(truckId)}`;
}

function countChanges({ cancelled, late, moved, endedEarly }: StopChanges): number {
  return cancelled + late + moved + endedEarly;
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
