import type { CartTotals as Totals } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Price } from "@/ui/content/price";
import { Row, Stack } from "@/ui/layout";

export function CartTotals({ totals }: { totals: Totals }) {
  return (
    <Stack as="dl" gap={1}>
      <Row justify="between" oneLine soft>
        <dt>{m.common.subtotal}</dt>
        <dd>
          <Price cents={totals.subtotalCents} />
        </dd>
      </Row>
      <Row justify="between" oneLine soft>
        <dt>{m.common.tax}</dt>
        <dd>
          <Price cents={totals.taxCents} />
        </dd>
      </Row>
      <Row align="baseline" justify="between" oneLine size="xl" weight={750} face="display">
        <dt>{m.common.total}</dt>
        <dd>
          <Price cents={totals.totalCents} />
        </dd>
      </Row>
    </Stack>
  );
}
