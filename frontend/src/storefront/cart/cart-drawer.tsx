import { useEffect, useRef, useState } from "react";
import { ORDER_INSTRUCTIONS_LIMIT, totalsOf } from "@/domain/cart/cart-rules";
import { findShortLines, type LineStock } from "@/domain/cart/line-stock";
import { messages as m } from "@/messages";
import { OfflineNote } from "@/storefront/layout/root-layout";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Field } from "@/ui/inputs/field";
import { Textarea } from "@/ui/inputs/text-input";
import { Box, Stack, Text } from "@/ui/layout";
import { Drawer } from "@/ui/overlay/drawer";
import styles from "./cart.module.css";
import { CartChanges } from "./cart-changes";
import { CartLine } from "./cart-line";
import { acknowledgeChanges, setLineQuantity, setOrderInstructions, useCart } from "./cart-store";
import { CartTotals } from "./cart-totals";

interface CartDrawerProps {
  slug: string;
  taxRate: number;
  /** Why the truck takes no orders now; null while it does. */
  closedReason: string | null;
  /** What the button says instead of "Checkout", for an order to a stop that has not begun; null otherwise. */
  checkoutLabel: string | null;
  /** What is sold out of which line, by the line's id. */
  soldOut: ReadonlyMap<string, string>;
  /** What is left for which line, by the line's id. */
  stock: ReadonlyMap<string, LineStock>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCheckout: () => void;
}

export function CartDrawer(props: CartDrawerProps) {
  const { slug, taxRate, soldOut, stock, open, onOpenChange, onCheckout } = props;
  const cart = useCart(slug);
  const empty = cart.items.length === 0;
  const blocked =
    props.closedReason ??
    (soldOut.size > 0 ? m.cart.soldOutHint : null) ??
    (findShortLines(cart.items, stock).size > 0 ? m.cart.shortHint : null);
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={m.cart.yours}
      footer={
        <Stack gap={4}>
          <CartTotals totals={totalsOf(cart.items, taxRate)} />
          <div role="status">
            {blocked ? (
              <Text
                padding={4}
                paddingBlock={3}
                surface="warning"
                radius="control"
                tone="warning"
                weight={650}
              >
                {blocked}
              </Text>
            ) : null}
          </div>
          <Button
            variant="primary"
            size="large"
            block
            disabled={empty || blocked !== null}
            onClick={onCheckout}
          >
            {props.checkoutLabel ?? m.common.checkout}
          </Button>
        </Stack>
      }
    >
      <OfflineNote />
      <CartChanges changes={cart.changes} onAcknowledge={() => acknowledgeChanges(slug)} />
      {empty ? (
        <EmptyState
          title={m.common.cartEmpty}
          description={m.cart.emptyHint}
          action={<Button onClick={() => onOpenChange(false)}>{m.cart.back}</Button>}
          headingLevel="h3"
        />
      ) : (
        <>
          <Box as="ul" marginBottom={5}>
            {cart.items.map((item) => (
              <CartLine
                key={item.id}
                item={item}
                soldOut={soldOut.get(item.id) ?? null}
                stock={stock.get(item.id)}
                onQuantity={(quantity) => setLineQuantity(slug, item.id, quantity)}
              />
            ))}
          </Box>
          <OrderInstructions slug={slug} text={cart.specialInstructions} />
        </>
      )}
    </Drawer>
  );
}

/** Folded away until someone has something to say to the kitchen. */
function OrderInstructions({ slug, text }: { slug: string; text: string }) {
  const [asked, setAsked] = useState(text !== "");
  const opened = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // Only after the click: a note that was there before does not take the focus.
    if (asked && opened.current?.value === "") opened.current.focus();
  }, [asked]);
  if (!asked) {
    return (
      <Button variant="quiet" className={styles.ask} onClick={() => setAsked(true)}>
        {m.cart.note.add}
      </Button>
    );
  }
  return (
    <Field label={m.common.kitchenNoteOptional}>
      <Textarea
        ref={opened}
        value={text}
        rows={2}
        maxLength={ORDER_INSTRUCTIONS_LIMIT}
        onChange={(event) => setOrderInstructions(slug, event.target.value)}
      />
    </Field>
  );
}
