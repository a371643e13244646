import type { CartItem } from "@/domain/cart/cart-item";
import type { MissingPart } from "@/domain/cart/reconcile-cart";
import { messages as m } from "@/messages";
import { ChangeQuantity } from "@/storefront/cart/cart-notices";
import { setLineQuantity } from "@/storefront/cart/cart-store";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Box, Row } from "@/ui/layout";

interface MissingNoticeProps {
  slug: string;
  items: readonly CartItem[];
  /** What of which line cannot be had, by the line's id. */
  missing: ReadonlyMap<string, MissingPart>;
  /** What is said where all of it is only not its time. */
  notServed: string;
}

/** What cannot be had on the way to the checkout; it goes by itself when everything is back. */
export function MissingNotice({ slug, items, missing, notServed }: MissingNoticeProps) {
  const lines = items.filter(({ id }) => missing.has(id));
  if (lines.length === 0) return null;
  const isServedLater = lines.every(({ id }) => missing.get(id)?.served);
  return (
    <Box marginBottom={6}>
      <Notice
        tone={isServedLater ? "warning" : "danger"}
        role="alert"
        title={isServedLater ? notServed : m.cart.soldOut.title}
      >
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
              <span>{sentence(line, missing.get(line.id))}</span>
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

function sentence({ name }: CartItem, part: MissingPart | undefined): string {
  if (part?.served) return m.menuItem.served.of({ name, times: part.served });
  return !part || part.name === name
    ? m.menuItem.isSoldOut({ name })
    : m.cart.soldOut.option({ name, option: part.name });
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
