import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { statusBadges } from "@/staff/shared/order-labels";
import { Stack, Text } from "@/ui/layout";
import styles from "./order-detail.module.css";

/** Each status with when it was reached and by whom. */
export function OrderHistory({ order, zone }: { order: StaffOrder; zone: string }) {
  if (order.history.length === 0)
    return (
      <Text soft size="s">
        {m.order.history.empty}
      </Text>
    );
  return (
    <Stack as="ol" gap={3} className={styles.history}>
      {order.history.map(({ status, at, by }) => (
        <li key={`${status}${at}`}>
          <strong>{statusBadges()[status].label}</strong>
          <Text as="span" soft size="s">
            {by ? `${by}, ` : ""}
            <time dateTime={at}>
              {formatDate(new Date(at), zone)}, {formatTimeOfDay(new Date(at), zone)}
            </time>
          </Text>
        </li>
      ))}
    </Stack>
  );
}
