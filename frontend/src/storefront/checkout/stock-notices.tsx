import type { CartItem } from "@/domain/cart/cart-item";
import { messages as m } from "@/messages";
import { ChangeQuantity } from "@/storefront/cart/cart-notices";
import { setLineQuantity } from "@/storefront/cart/cart-store";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Box, Row } from "@/ui/layout";

interface SoldOutNoticeProps {
  slug: string;
  items: readonly CartItem[];
  /** What is sold out of which line, by the line's id. */
  soldOut: ReadonlyMap<string, string>;
}

/** What ran out on the way to the checkout; it goes by itself when everything is back. */
export function SoldOutNotice({ slug, items, soldOut }: SoldOutNoticeProps) {
  const lines = items.filter(({ id }) => soldOut.has(id));
  if (lines.length === 0) return null;
  return (
    <Box marginBottom={6}>
      <Notice tone="danger" role="alert" title={m.cart.soldOut.title}>
        <Box as="ul">
          {lines.map((line) => (
            <Row
              as="li"
              key={line.id}
              gap={4}
              rowGap={2}
              align="center"
              justify="between"
              paddingBlock={1}
              breaks
            >
              <span>{sentence(line, soldOut.get(line.id) ?? line.name)}</span>
              <Button onClick={() => setLineQuantity(slug, line.id, 0)}>
                {m.common.remove} <span className="visually-hidden">{line.name}</span>
              </Button>
            </Row>
          ))}
        </Box>
      </Notice>
    </Box>
  );
}

function sentence({ name }: CartItem, soldOut: string): string {
  return soldOut === name
    ? m.menuItem.isSoldOut({ name })
    : m.cart.soldOut.option({ name, option: soldOut });
}

interface ShortLinesNoticeProps {
  slug: string;
  items: readonly CartItem[];
  /** How many are left for the lines that ask for more, by the line's id. */
  short: ReadonlyMap<string, number>;
}

/** What is left of less than was ordered; it goes by itself when there is enough again. */
export function ShortLinesNotice({ slug, items, short }: ShortLinesNoticeProps) {
  const lines = items.filter(({ id }) => short.has(id));
  if (lines.length === 0) return null;
  return (
    <Box marginBottom={6}>
      <Notice tone="danger" role="alert" title={m.checkout.stock.shortTitle}>
        <Box as="ul">
          {lines.map(({ id, name }) => {
            const left = short.get(id) ?? 0;
            return (
              <Row
                as="li"
                key={id}
                gap={4}
                rowGap={2}
                align="center"
                justify="between"
                paddingBlock={1}
                breaks
              >
                <span>{m.checkout.stock.left({ menuItem: name, left })}</span>
                <ChangeQuantity
                  name={name}
                  quantity={left}
                  onQuantity={(quantity) => setLineQuantity(slug, id, quantity)}
                />
              </Row>
            );
          })}
        </Box>
      </Notice>
    </Box>
  );
}
