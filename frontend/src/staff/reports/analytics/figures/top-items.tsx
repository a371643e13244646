import type { Analytics } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import styles from "@/staff/reports/analytics/analytics.module.css";
import { DataTable } from "@/ui/content/data-table";
import { Stack, Text } from "@/ui/layout";

type TopItem = Analytics["topItems"][number];

/** What sold best, by name as it was when it was sold. */
export function TopItems({ items }: { items: readonly TopItem[] }) {
  const most = Math.max(...items.map(({ quantity }) => quantity), 1);
  return (
    <Stack as="section" gap={3} shrinks aria-labelledby="top-items" className={styles.section}>
      <Text as="h2" size="xl" id="top-items">
        {m.analytics.items.title}
      </Text>
      <DataTable
        caption={m.analytics.items.title}
        columns={[
          {
            key: "name",
            header: m.common.item,
            primary: true,
            cell: (item) => <NameWithBar item={item} share={item.quantity / most} />,
          },
          {
            key: "sold",
            header: m.analytics.items.sold,
            align: "end",
            cell: ({ quantity }) => quantity,
          },
          {
            key: "revenue",
            header: m.analytics.items.revenue,
            align: "end",
            cell: ({ revenue }) => formatSum(revenue),
          },
        ]}
        rows={items}
        rowKey={(item) => item.menuItemId ?? item.name}
        empty={<Text soft>{m.analytics.items.empty}</Text>}
      />
    </Stack>
  );
}

/** The bar repeats the number beside it, for the eye. */
function NameWithBar({ item, share }: { item: TopItem; share: number }) {
  return (
    <div className={styles.name}>
      {item.name}
      <span aria-hidden="true" className={styles.track}>
        <span className={styles.bar} style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </div>
  );
}
