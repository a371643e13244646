import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { PlatformDashboard, TruckDashboard, TruckNeeds } from "@/domain/api/staff-types";
import { formatDate, formatTimeOfDay } from "@/domain/time/time-words";
import { DEFAULT_TIMEZONE } from "@/domain/time/wall-clock";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { platformNeeds, truckNeeds } from "@/staff/shell/dashboard-queries-and-waiting-counts";
import { AlertIcon, InfoIcon } from "@/ui/icons/first-page-icons";
import { Card, Row, Stack, Text } from "@/ui/layout";
import styles from "./dashboard.module.css";

interface Line {
  key: string;
  tone: "danger" | "warning" | "plain";
  words: string;
  ways: Way[];
}

/** Where it is mended. */
interface Way {
  to: string;
  label: string;
}

interface TruckNeedsListProps {
  dashboard: TruckDashboard;
  /** The payments of all trucks are listed elsewhere. */
  withoutPayments: boolean;
}

/** What needs someone at a truck now, each with the way to where it is mended. */
export function TruckNeedsList({ dashboard, withoutPayments }: TruckNeedsListProps) {
  const { needs, timezone, truckId } = dashboard;
  const of = `truck=${truckId}`;
  const { lowCounts, moreLowCounts, soldOut, moreSoldOut } = needs;
  const lines: Record<ReturnType<typeof truckNeeds>[number], () => Omit<Line, "key">> = {
    late: () => ({
      tone: "danger",
      words: m.needs.late({ count: needs.lateOrders }),
      ways: [{ to: `/admin/orders?${of}`, label: m.needs.toOrders }],
    }),
    unconfirmed: () => ({
      tone: "warning",
      words: unconfirmedWords(needs, timezone),
      ways: [{ to: `/admin/orders?${of}&status=pending`, label: m.needs.toConfirm }],
    }),
    payOuts: () => ({
      tone: "warning",
      words: m.needs.payOuts({
        count: needs.duePayOuts.count,
        amount: formatDollars(needs.duePayOuts.amount),
      }),
      ways: [{ to: `/admin/orders?${of}`, label: m.needs.toPayOut }],
    }),
    disputes: () => disputeLine(needs, `?${of}`),
    heldPayments: () => heldLine(needs),
    failedTexts: () => textLine(needs),
    lowCounts: () => ({
      tone: "plain",
      words: m.needs.lowCounts({
        names: listOf(
          lowCounts.map(({ name, remaining }) => m.needs.left({ name, count: remaining })),
          moreLowCounts,
        ),
      }),
      ways: [{ to: `/admin/orders?${of}&panel=counts`, label: m.needs.toCounts }],
    }),
    soldOut: () => ({
      tone: "plain",
      words: m.needs.soldOut({
        names: listOf(
          soldOut.map(({ name }) => name),
          moreSoldOut,
        ),
      }),
      ways: [{ to: `/admin/orders?${of}&panel=soldOut`, label: m.needs.toSoldOut }],
    }),
  };
  const shown = truckNeeds(needs).filter(
    (need) => !withoutPayments || (need !== "disputes" && need !== "heldPayments"),
  );
  return <NeedsList title={m.needs.title} lines={shown.map((key) => ({ key, ...lines[key]() }))} />;
}

interface PlatformNeedsListProps {
  dashboard: PlatformDashboard;
  /** The clock of a truck. */
  zoneOf: (truckId: string) => string | undefined;
}

/** What needs a superadmin, of all trucks. */
export function PlatformNeedsList({ dashboard, zoneOf }: PlatformNeedsListProps) {
  const { lateTrucks, moreLateTrucks, quietTrucks, moreQuietTrucks } = dashboard;
  const lines: Line[] = platformNeeds(dashboard).map((key) => {
    if (key === "heldPayments") return { key, ...heldLine(dashboard) };
    return { key, ...(key === "disputes" ? disputeLine(dashboard) : textLine(dashboard)) };
  });
  for (const { truckId, name, lateOrders } of lateTrucks) {
    lines.push({
      key: `late ${truckId}`,
      tone: "danger",
      words: m.needs.lateAt({ count: lateOrders, name }),
      ways: [{ to: `/admin/orders?truck=${truckId}`, label: m.comparison.ordersOf({ name }) }],
    });
  }
  for (const { truckId, name, placeName, since } of quietTrucks) {
    const zone = zoneOf(truckId) ?? DEFAULT_TIMEZONE;
    lines.push({
      key: `quiet ${truckId}`,
      tone: "warning",
      words:
        placeName && since
          ? m.needs.quietAt({
              name,
              place: placeName,
              time: formatTimeOfDay(new Date(since), zone),
            })
          : m.needs.quiet({ name }),
      ways: [{ to: `/admin/schedule?truck=${truckId}`, label: m.needs.toTruck({ name }) }],
    });
  }
  if (dashboard.readyDrafts.length > 0) lines.push({ key: "drafts", ...draftLine(dashboard) });
  return (
    <NeedsList
      title={m.needs.platformTitle}
      lines={lines}
      more={[
        moreLateTrucks > 0 ? m.needs.moreLate({ count: moreLateTrucks }) : null,
        moreQuietTrucks > 0 ? m.needs.moreQuiet({ count: moreQuietTrucks }) : null,
      ]}
    />
  );
}

interface NeedsListProps {
  title: string;
  lines: readonly Line[];
  /** What the list leaves out. */
  more?: readonly (string | null)[];
}

function NeedsList({ title, lines, more = [] }: NeedsListProps) {
  const id = useId();
  const rest = more.filter((words) => words !== null);
  return (
    <Card as="section" gap={2} padding={4} content="start" columns="fill" aria-labelledby={id}>
      <Text as="h2" size="l" id={id}>
        {title}
      </Text>
      {lines.length === 0 ? (
        <Text soft>{m.needs.none}</Text>
      ) : (
        <Stack as="ul" columns="fill">
          {lines.map(({ key, tone, words, ways }) => (
            <Row key={key} as="li" gap={3} rowGap={0} align="center" paddingBlock={1} lineAbove>
              <Row gap={2} align="center" oneLine grow className={styles.need}>
                <Text as="span" tone={tone}>
                  {tone === "plain" ? <InfoIcon /> : <AlertIcon />}
                </Text>
                <Text weight={650} breaks>
                  {words}
                </Text>
              </Row>
              <Ways ways={ways} />
            </Row>
          ))}
        </Stack>
      )}
      {rest.map((words) => (
        <Text key={words} soft size="s">
          {words}
        </Text>
      ))}
    </Card>
  );
}

function Ways({ ways }: { ways: readonly Way[] }): ReactNode {
  return (
    <Row gap={3} rowGap={0} pushed>
      {ways.map(({ to, label }) => (
        <Row key={to} as={Link} inline align="center" target weight={650} to={to}>
          {label}
        </Row>
      ))}
    </Row>
  );
}

type Payments = Pick<TruckNeeds, "payments">;

function disputeLine({ payments }: Payments, query = ""): Omit<Line, "key"> {
  const { disputes: count, answerBy } = payments;
  const day = answerBy ? formatDate(new Date(answerBy), DEFAULT_TIMEZONE) : null;
  return {
    tone: "danger",
    words: day
      ? m.dashboard.disputes.countByDay({ count, day })
      : m.dashboard.disputes.count({ count }),
    ways: [{ to: `/admin/disputes${query}`, label: m.dashboard.disputes.see }],
  };
}

function heldLine({ payments }: Payments): Omit<Line, "key"> {
  return {
    tone: "danger",
    words: m.dashboard.held.count({ count: payments.heldPayments ?? 0 }),
    ways: [{ to: "/admin/held-payments", label: m.dashboard.held.see }],
  };
}

/** Customers who were not told are called from the pages of their orders. */
function textLine(needs: Pick<TruckNeeds, "failedTexts" | "untoldOrders">): Omit<Line, "key"> {
  return {
    tone: "warning",
    words: m.needs.failedTexts({ count: needs.failedTexts }),
    ways: needs.untoldOrders.map(({ orderId, orderNumber }) => ({
      to: `/admin/orders/${orderId}`,
      label: m.common.orderNumber({ orderNumber: String(orderNumber) }),
    })),
  };
}

/** New trucks that only a superadmin can open to customers. */
function draftLine({ readyDrafts }: PlatformDashboard): Omit<Line, "key"> {
  const names = listOf(
    readyDrafts.map(({ name }) => name),
    0,
  );
  return {
    tone: "plain",
    words: m.needs.readyDrafts({ names }),
    ways: readyDrafts.slice(0, NAMED).map(({ truckId, name }) => ({
      to: `/admin/trucks/${truckId}`,
      label: m.needs.toPublish({ name }),
    })),
  };
}

function unconfirmedWords({ unconfirmedOrders, unconfirmedSince }: TruckNeeds, zone: string) {
  const count = unconfirmedOrders;
  if (!unconfirmedSince) return m.needs.unconfirmedNow({ count });
  return m.needs.unconfirmed({ count, time: formatTimeOfDay(new Date(unconfirmedSince), zone) });
}

const NAMED = 4;

/** The first names, and how many there are beside them. */
function listOf(names: readonly string[], more: number): string {
  const others = Math.max(0, names.length - NAMED) + more;
  const shown = names.slice(0, NAMED);
  return formatList(others > 0 ? [...shown, m.needs.more({ count: others })] : shown);
}
