import { useEffect, useRef, useState } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import { type CartItem, optionsOf } from "@/domain/cart/cart-item";
import { ORDER_INSTRUCTIONS_LIMIT, totalsOf } from "@/domain/cart/cart-rules";
import { findShortLines, type LineStock } from "@/domain/cart/line-stock";
import { dollarsToCents, type CartTotals as Totals } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { OfflineNote } from "@/storefront/layout/root-layout";
import { Badge } from "@/ui/content/badge";
import { LetterPlate, ResponsiveImage } from "@/ui/content/images";
import { Price } from "@/ui/content/price";
import { Button } from "@/ui/controls/button";
import { QuantityStepper } from "@/ui/controls/quantity-stepper";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Field } from "@/ui/inputs/field";
import { Textarea } from "@/ui/inputs/text-input";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { Drawer } from "@/ui/overlay/dialog";
import styles from "./cart-drawer.module.css";
import { CartChanges, ChangeQuantity } from "./cart-notices";
import { setLineQuantity, setOrderInstructions, useCart } from "./cart-store";
import type { CART_OPEN } from "./checkout-path";

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
      // The button that opened it is away while the cart is empty.
      finalFocus={() => (empty ? document.getElementById("menu-heading") : true)}
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
      <CartChanges slug={slug} changes={cart.changes} />
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

interface CartLineProps {
  item: CartItem;
  /** What of it is sold out, the menu item itself or an option; null while it can be had. */
  soldOut: string | null;
  stock: LineStock | undefined;
  /** 0 takes the line out. */
  onQuantity: (quantity: number) => void;
}

function CartLine({ item, soldOut, stock, onQuantity }: CartLineProps) {
  const options = optionsOf(item);
  const { specialInstructions } = item.customization;
  return (
    <li className={styles.line}>
      <div className={styles.image}>
        <ResponsiveImage
          address={item.imageUrl}
          alt=""
          sizes="3.5rem"
          ratio="square"
          fallback={<LetterPlate name={item.name} />}
          dimmed={soldOut !== null}
        />
      </div>
      <Box shrinks>
        <Text as="h3" size="m" breaks>
          {item.name}
        </Text>
        {soldOut ? (
          <p>
            <Badge tone="danger">
              {soldOut === item.name
                ? m.common.soldOut
                : m.cart.line.optionSoldOut({ option: soldOut })}
            </Badge>
          </p>
        ) : (
          <Left item={item} stock={stock} onQuantity={onQuantity} />
        )}
        {options.length > 0 ? (
          <Text soft size="s" breaks>
            {options.map((option) => option.name).join(", ")}
          </Text>
        ) : null}
        {specialInstructions ? (
          <Text soft size="s" breaks>
            “{specialInstructions}”
          </Text>
        ) : null}
      </Box>
      <Price cents={dollarsToCents(item.totalPrice)} className={styles.cartLinePrice} />
      <div className={styles.controls}>
        <QuantityStepper
          value={item.quantity}
          onChange={onQuantity}
          itemName={item.name}
          max={stock?.max}
        />
        <button type="button" className={styles.remove} onClick={() => onQuantity(0)}>
          {m.common.remove} <span className="visually-hidden">{item.name}</span>
        </button>
      </div>
    </li>
  );
}

type LeftProps = Pick<CartLineProps, "item" | "stock" | "onQuantity">;

/** How many are left, once they are few, and a way to ask for no more than that. */
function Left({ item, stock, onQuantity }: LeftProps) {
  if (!stock || stock.left === null) return null;
  const { left, allowed } = stock;
  return (
    <>
      <p>
        <Badge tone="warning">{m.menuItem.left({ left })}</Badge>
      </p>
      {item.quantity > allowed ? (
        <ChangeQuantity name={item.name} quantity={allowed} onQuantity={onQuantity} />
      ) : null}
    </>
  );
}

function CartTotals({ totals }: { totals: Totals }) {
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

/** Whether this visit begins with the cart open; a reload and the way back do not. */
export function useCartOpenOnArrival(): boolean {
  const state = useHistoryState<Partial<typeof CART_OPEN> | null>();
  const [isAsked] = useState(state?.cartOpen === true);
  useEffect(() => {
    if (isAsked) window.history.replaceState(null, "");
  }, [isAsked]);
  return isAsked;
}
