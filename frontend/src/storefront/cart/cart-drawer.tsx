import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import type { MenuItem } from "@/domain/api/public-types";
import { type CartItem, newLine, optionIdsOf, optionsOf } from "@/domain/cart/cart-item";
import { ORDER_INSTRUCTIONS_LIMIT } from "@/domain/cart/cart-lines";
import { totalsOf } from "@/domain/cart/checkout-cart";
import { findShortLines, type LineStock, piecesOf } from "@/domain/cart/line-stock";
import type { MissingPart } from "@/domain/cart/reconcile-cart";
import { type TaxTerms, taxesInDollars, taxRows } from "@/domain/cart/taxes";
import { countedName, selectionOf } from "@/domain/menu/option-selection-and-price";
import { dollarsToCents, type CartTotals as Totals } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { CART_OPEN } from "@/storefront/page-paths";
import { classNames } from "@/ui/class-names";
import { Badge } from "@/ui/content/badge";
import { LetterPlate, ResponsiveImage } from "@/ui/content/images-and-letter-plates";
import { Price } from "@/ui/content/price";
import { Button } from "@/ui/controls/button";
import { QuantityStepper } from "@/ui/controls/quantity-stepper";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { Field } from "@/ui/inputs/field";
import { Textarea } from "@/ui/inputs/text-input-and-textarea";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { AllergenNote } from "@/ui/menu/allergen-note";
import { OptionsDialog } from "@/ui/menu/options-dialog";
import { Drawer } from "@/ui/overlay/dialog-and-drawer";
import styles from "./cart-drawer.module.css";
import { CartChanges, ChangeQuantity } from "./cart-notices";
import {
  changeLine,
  restoreLine,
  setLineQuantity,
  setOrderInstructions,
  useCart,
} from "./cart-store";

interface CartDrawerProps {
  slug: string;
  /** Of the stop that is ordered for, by which a line can be chosen again. */
  menu: readonly MenuItem[];
  tax: TaxTerms;
  /** Why the truck takes no orders now; null while it does. */
  closedReason: string | null;
  /** What the button says instead of "Checkout", for an order to a stop that has not begun; null otherwise. */
  checkoutLabel: string | null;
  /** What is said while the cart is not held against the server's menu; null while it is. */
  note: string | null;
  /** What of which line cannot be had just now, by the line's id. */
  soldOut: ReadonlyMap<string, MissingPart>;
  /** What is left for which line, by the line's id. */
  stock: ReadonlyMap<string, LineStock>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCheckout: () => void;
}

function hintOf(missing: readonly MissingPart[]): string | null {
  if (missing.length === 0) return null;
  return missing.every(({ served }) => served) ? m.cart.notServedHint : m.cart.soldOutHint;
}

export function CartDrawer(props: CartDrawerProps) {
  const { slug, menu, tax, soldOut, stock, open, onOpenChange, onCheckout } = props;
  const cart = useCart(slug);
  const [removed, setRemoved] = useState<RemovedLine | null>(null);
  const [edited, setEdited] = useState<{ line: CartItem; open: boolean } | null>(null);
  const editedItem = menu.find(({ _id }) => _id === edited?.line.menuItemId);
  // Else the dialog would come back by itself with an item that returns to the menu.
  if (edited && !editedItem) setEdited(null);
  const empty = cart.items.length === 0;
  const blocked =
    props.closedReason ??
    hintOf([...soldOut.values()]) ??
    (findShortLines(cart.items, stock).size > 0 ? m.cart.shortHint : null);
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => setRemoved(null)}
      title={m.cart.yours}
      // The button that opened it is away while the cart is empty.
      finalFocus={() => (empty ? document.getElementById("menu-heading") : true)}
      footer={
        <Stack gap={4}>
          {empty ? null : <CartTotals totals={totalsOf(cart.items, tax)} />}
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
      {props.note ? <NoticeBar tone="warning">{props.note}</NoticeBar> : null}
      <CartChanges slug={slug} changes={cart.changes} />
      {removed ? (
        <RemovedNote
          key={removed.line.id}
          name={removed.line.name}
          onUndo={() => {
            restoreLine(slug, removed.line, removed.index);
            setRemoved(null);
          }}
        />
      ) : null}
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
            {cart.items.map((item, index) => (
              <CartLine
                key={item.id}
                item={item}
                soldOut={soldOut.get(item.id) ?? null}
                stock={stock.get(item.id)}
                onQuantity={(quantity) => {
                  setRemoved(quantity > 0 ? null : { line: item, index });
                  setLineQuantity(slug, item.id, quantity);
                }}
                onEdit={
                  menu.some(({ _id }) => _id === item.menuItemId)
                    ? () => setEdited({ line: item, open: true })
                    : null
                }
              />
            ))}
          </Box>
          <OrderInstructions slug={slug} text={cart.specialInstructions} />
        </>
      )}
      {edited && editedItem ? (
        <EditLine
          key={edited.line.id}
          line={edited.line}
          item={editedItem}
          taken={piecesOf(cart.items.filter(({ id }) => id !== edited.line.id))}
          open={edited.open}
          onOpenChange={(isOpen) => setEdited({ ...edited, open: isOpen })}
          onClosed={() => setEdited(null)}
          onSave={(choice) => {
            setRemoved(null);
            setEdited({ ...edited, open: false });
            changeLine(slug, edited.line.id, newLine(choice));
          }}
        />
      ) : null}
    </Drawer>
  );
}

/** A line that was taken out, and where it was. */
interface RemovedLine {
  line: CartItem;
  index: number;
}

/** Stands for a line that was taken out, until the next change. It takes the focus of the button that is gone. */
function RemovedNote({ name, onUndo }: { name: string; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <Row
      gap={4}
      align="center"
      justify="between"
      padding={3}
      marginBottom={3}
      surface="sunken"
      radius="control"
    >
      <Text role="status" breaks shrinks weight={600} className={styles.removed}>
        {m.cart.line.removed({ name })}
      </Text>
      <Button ref={undo} aria-label={m.cart.line.undoNamed({ name })} onClick={onUndo}>
        {m.cart.line.undo}
      </Button>
    </Row>
  );
}

interface EditLineProps
  extends Pick<
    ComponentProps<typeof OptionsDialog>,
    "item" | "taken" | "open" | "onOpenChange" | "onClosed"
  > {
  line: CartItem;
  onSave: ComponentProps<typeof OptionsDialog>["onAdd"];
}

/** What was chosen for a line, to choose it again. */
function EditLine({ line, onSave, ...dialog }: EditLineProps) {
  return (
    <OptionsDialog
      {...dialog}
      addLabel={m.cart.line.save}
      before={{
        selection: selectionOf(optionIdsOf(line), dialog.item.optionGroups),
        quantity: line.quantity,
        specialInstructions: line.customization.specialInstructions,
      }}
      onAdd={onSave}
    />
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
  /** What of it cannot be had, the menu item itself or an option; null while all can. */
  soldOut: MissingPart | null;
  stock: LineStock | undefined;
  /** 0 takes the line out. */
  onQuantity: (quantity: number) => void;
  /** Opens what was chosen; null while the menu does not have the item. */
  onEdit: (() => void) | null;
}

function missingWords(item: CartItem, { name, served }: MissingPart): string {
  if (served) return served;
  return name === item.name ? m.common.soldOut : m.cart.line.optionSoldOut({ option: name });
}

function CartLine({ item, soldOut, stock, onQuantity, onEdit }: CartLineProps) {
  const options = optionsOf(item);
  const { specialInstructions } = item.customization;
  return (
    <Row as="li" align="start" justify="end" lineBelow className={styles.line}>
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
      <div className={styles.words}>
        <Text as="h3" size="m" breaks>
          {item.name}
        </Text>
        {soldOut ? (
          <p>
            <Badge tone={soldOut.served ? "neutral" : "danger"}>
              {missingWords(item, soldOut)}
            </Badge>
          </p>
        ) : (
          <Left item={item} stock={stock} onQuantity={onQuantity} />
        )}
        {options.length > 0 ? (
          <Text soft size="s" breaks>
            {options.map(countedName).join(", ")}
          </Text>
        ) : null}
        <AllergenNote said={item} />
        {specialInstructions ? (
          <Text soft size="s" breaks>
            “{specialInstructions}”
          </Text>
        ) : null}
      </div>
      <Price cents={dollarsToCents(item.totalPrice)} weight={700} />
      <Row align="center" justify="between" full>
        <QuantityStepper
          value={item.quantity}
          onChange={onQuantity}
          itemName={item.name}
          max={stock?.max}
        />
        <Row gap={1} align="center">
          {onEdit ? (
            <button
              type="button"
              className={classNames(styles.change, styles.edit)}
              aria-haspopup="dialog"
              onClick={onEdit}
            >
              {m.cart.line.edit} <span className="visually-hidden">{item.name}</span>
            </button>
          ) : null}
          <button type="button" className={styles.change} onClick={() => onQuantity(0)}>
            {m.common.remove} <span className="visually-hidden">{item.name}</span>
          </button>
        </Row>
      </Row>
    </Row>
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
      {taxRows(taxesInDollars(totals)).map(({ label, dollars }) => (
        <Row key={label} justify="between" oneLine soft>
          <dt>{label}</dt>
          <dd>
            <Price cents={dollarsToCents(dollars)} />
          </dd>
        </Row>
      ))}
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
