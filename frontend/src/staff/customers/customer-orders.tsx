import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { StaffOrder, StaffOrderItem } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatTimeOfDay } from "@/domain/time/time";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import {
  paymentBadges,
  piecesToMake,
  refundedLabel,
  statusBadges,
} from "@/staff/shared/order-labels";
import { Badge } from "@/ui/content/badge";
import { type Column, DataTable } from "@/ui/content/data-table";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { Stack, Text } from "@/ui/layout";
import { customerOrdersQuery } from "./api";
import { CustomersSkeleton } from "./customers-skeleton";
import { ShowMore } from "./show-more";

interface CustomerOrdersProps {
  customerId: string;
  truckId: string | null;
  timezone: string;
}

/** What a customer ordered, newest first. */
export function CustomerOrders({ customerId, truckId, timezone }: CustomerOrdersProps) {
  const orders = useInfiniteQuery(customerOrdersQuery(customerId, truckId));
  const rows = orders.data?.pages.flatMap((page) => page.orders) ?? [];
  const columns = useMemo(() => orderColumns(timezone, truckId === null), [timezone, truckId]);
  return (
    <Loaded
      query={orders}
      skeleton={<CustomersSkeleton label={m.common.loadingOrders} />}
      failed={m.common.ordersFailed}
      headingLevel="h3"
    >
      {() =>
        rows.length === 0 ? (
          <EmptyState title={m.customers.orders.empty} headingLevel="h3" />
        ) : (
          <>
            <DataTable
              caption={m.customers.orders.label}
              columns={columns}
              rows={rows}
              rowKey={(order) => order._id}
            />
            <ShowMore list={orders} what={m.customers.more.orders} />
          </>
        )
      }
    </Loaded>
  );
}

function orderColumns(timezone: string, hasTruck: boolean): Column<StaffOrder>[] {
  const truck: Column<StaffOrder> = {
    key: "truck",
    header: m.common.truck,
    cell: (order) => order.truck.name,
  };
  return [
    {
      key: "order",
      header: m.common.order,
      primary: true,
      cell: ({ orderNumber }) => <strong>#{orderNumber}</strong>,
    },
    {
      key: "placed",
      header: m.customers.orders.placed,
      cell: (order) => <Placed order={order} zone={timezone} />,
    },
    ...(hasTruck ? [truck] : []),
    { key: "items", header: m.common.items, cell: (order) => <Items order={order} /> },
    { key: "status", header: m.common.status, cell: (order) => <Status order={order} /> },
    {
      key: "total",
      header: m.common.total,
      align: "end",
      cell: ({ total }) => formatDollars(total),
    },
  ];
}

function Placed({ order, zone }: { order: StaffOrder; zone: string }) {
  const at = new Date(order.createdAt);
  return (
    <time dateTime={order.createdAt}>
      {formatDate(at, zone)}, {formatTimeOfDay(at, zone)}
    </time>
  );
}

function Items({ order }: { order: StaffOrder }) {
  const words = (item: StaffOrderItem) => `${item.quantity} × ${item.name}`;
  const refunded = (item: StaffOrderItem) => refundedLabel(item, order.status);
  return (
    <Stack as="ul" gap={1} size="s">
      {order.items.map((item, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a placed order never move, and may be alike.
        <li key={line}>
          {piecesToMake(item) === 0 ? <s>{words(item)}</s> : words(item)}
          {refunded(item) ? (
            <Text soft size="s">
              {refunded(item)}
            </Text>
          ) : null}
        </li>
      ))}
    </Stack>
  );
}

function Status({ order }: { order: StaffOrder }) {
  const { label, tone } = statusBadges()[order.status];
  return (
    <Stack gap={1} items="start">
      <Badge tone={tone}>{label}</Badge>
      <Text as="span" soft size="s">
        {paymentBadges()[order.paymentStatus].label}
      </Text>
    </Stack>
  );
}
