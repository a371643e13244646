import type { OrderCounts } from "@/domain/api/admin-types";
import type { StatusFilter } from "@/domain/orders/order-list";
import { messages as m } from "@/messages";
import styles from "@/staff/orders/board/orders-board.module.css";
import { STATUSES, statusBadges } from "@/staff/shared/order-labels";
import { Text } from "@/ui/layout";

interface StatusTabsProps {
  chosen: StatusFilter;
  counts: OrderCounts | undefined;
  onChoose: (filter: StatusFilter) => void;
}

/** Filters by status, each with its number over all orders of the truck. */
export function StatusTabs({ chosen, counts, onChoose }: StatusTabsProps) {
  const total = counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : undefined;
  return (
    <fieldset className={styles.tabs}>
      <legend className="visually-hidden">{m.orders.filter.statusLabel}</legend>
      <Tab
        label={m.orders.filter.all}
        count={total}
        on={chosen === "all"}
        onClick={() => onChoose("all")}
      />
      {STATUSES.map((status) => (
        <Tab
          key={status}
          label={statusBadges()[status].label}
          count={counts?.[status]}
          on={chosen === status}
          onClick={() => onChoose(status)}
        />
      ))}
    </fieldset>
  );
}

interface TabProps {
  label: string;
  count: number | undefined;
  on: boolean;
  onClick: () => void;
}

function Tab({ label, count, on, onClick }: TabProps) {
  return (
    <button type="button" className={styles.tab} aria-pressed={on} onClick={onClick}>
      {label}{" "}
      {count === undefined ? null : (
        <Text as="span" size="s" tabular>
          {count}
        </Text>
      )}
    </button>
  );
}
