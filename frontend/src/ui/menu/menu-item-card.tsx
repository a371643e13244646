import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { MenuItem } from "@/domain/api/public-types";
import { MAX_QUANTITY } from "@/domain/cart/cart-lines";
import { countLeft, type Pieces } from "@/domain/menu/counted-stock";
import {
  dietList,
  type FoodFilter,
  fitOf,
  markOfOptions,
  NO_FOOD_FILTER,
  namesOf,
} from "@/domain/menu/diets-and-allergens";
import { saleTimeSentence } from "@/domain/menu/sale-time-words";
import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Badge } from "@/ui/content/badge";
import { LetterPlate, ResponsiveImage } from "@/ui/content/images-and-letter-plates";
import { Price } from "@/ui/content/price";
import { Button } from "@/ui/controls/button";
import { QuantityStepper } from "@/ui/controls/quantity-stepper";
import { Row, Text } from "@/ui/layout";
import styles from "./menu-item-card.module.css";

interface MenuItemCardProps {
  item: MenuItem;
  /** What the customer wants of diets and allergens. */
  filter?: FoodFilter;
  /** Whether the truck takes orders now. */
  orderable: boolean;
  /** What is in the cart already; it counts for what is left. */
  taken?: Pieces;
  onAdd: (quantity: number, image: HTMLElement | null) => void;
  onChooseOptions: (image: HTMLElement | null) => void;
  /** A customer tapped an item that is sold out, though there is nothing to press. */
  onSoldOutTap?: () => void;
}

export function MenuItemCard(props: MenuItemCardProps) {
  const { item, orderable, onSoldOutTap } = props;
  const image = useRef<HTMLDivElement>(null);
  // The whole card is the target of one button: this one, or "Choose options" where there are some.
  const opensByName = item.isAvailable && orderable && item.optionGroups.length === 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: It only counts a wish; a keyboard misses nothing here.
    <li className={styles.frame} onClick={isSoldOut(item) ? onSoldOutTap : undefined}>
      <div className={styles.card}>
        <div ref={image} className={styles.image}>
          <ResponsiveImage
            address={item.imageUrl}
            alt=""
            sizes="(min-width: 40rem) 11rem, 7rem"
            ratio="square"
            fallback={<LetterPlate name={item.name} />}
            dimmed={!item.isAvailable}
          />
        </div>
        <div className={styles.words}>
          <h4 className={styles.name}>
            {opensByName ? (
              <button
                type="button"
                className={styles.open}
                aria-haspopup="dialog"
                onClick={() => props.onChooseOptions(image.current)}
              >
                {item.name}
              </button>
            ) : (
              item.name
            )}
          </h4>
          <Row as="p" gap={2} align="center" marginTop={1} marginBottom={1}>
            <Price cents={dollarsToCents(item.basePrice)} className={styles.price} />
            <Stock item={item} />
          </Row>
          {item.description ? (
            <Text soft size="s">
              {item.description}
            </Text>
          ) : null}
          <SoldAt item={item} />
          <FreeOptions item={item} />
          <Food item={item} filter={props.filter ?? NO_FOOD_FILTER} />
        </div>
        {item.isAvailable && orderable ? <Order {...props} image={image} /> : null}
      </div>
    </li>
  );
}

/** Of which groups some are free: "Toppings: 2 free". */
function FreeOptions({ item }: { item: MenuItem }) {
  const said = item.optionGroups.flatMap(({ name: group, freeCount: count = 0 }) =>
    count > 0 ? [m.menuItem.choose.groupFree({ group, count })] : [],
  );
  if (said.length === 0) return null;
  return (
    <Text as="span" size="s" breaks>
      {said.join(" · ")}
    </Text>
  );
}

/** The diets that it is for, and of what is wanted whether it is stated and what its options do to it. */
function Food({ item, filter }: { item: MenuItem; filter: FoodFilter }) {
  const { adds, ends, isSilent } = markOfOptions(item, filter);
  const words = m.food.filter;
  return (
    <Row gap={2} rowGap={1}>
      {item.diets && item.diets.length > 0 ? (
        <Text as="span" size="s" weight={650}>
          {dietList(item.diets)}
        </Text>
      ) : null}
      {fitOf(item, filter) === "not_stated" ? <Badge>{m.food.notStated}</Badge> : null}
      {adds.length > 0 ? <Mark>{words.someAdd({ names: namesOf(adds) })}</Mark> : null}
      {ends.length > 0 ? <Mark>{words.someEnd({ names: dietList(ends) })}</Mark> : null}
      {isSilent ? <Mark>{words.someSilent}</Mark> : null}
    </Row>
  );
}

/** A sentence, which is too long for a badge on a phone. */
function Mark({ children }: { children: ReactNode }) {
  return (
    <Text as="span" size="s" tone="warning" weight={650} breaks>
      {children}
    </Text>
  );
}

/** Not where it is only not its time. */
function isSoldOut({ isAvailable, isServed }: MenuItem): boolean {
  return !isAvailable && isServed !== false;
}

/** When it is served, of what is not always. */
function SoldAt({ item }: { item: MenuItem }) {
  const sentence = saleTimeSentence(item.saleTimes);
  return sentence ? <Text size="s">{sentence}</Text> : null;
}

/** What is left of it, once that is little. */
function Stock({ item }: { item: MenuItem }) {
  const { isAvailable, remaining } = item;
  if (isSoldOut(item)) return <Badge tone="danger">{m.common.soldOut}</Badge>;
  if (!isAvailable) return <Badge>{m.menuItem.served.notNow}</Badge>;
  if (remaining === undefined) return null;
  return <Badge tone="warning">{m.menuItem.left({ left: remaining })}</Badge>;
}

type OrderProps = Pick<MenuItemCardProps, "item" | "taken" | "onAdd" | "onChooseOptions"> & {
  image: RefObject<HTMLDivElement | null>;
};

function Order({ item, taken, image, onAdd, onChooseOptions }: OrderProps) {
  const [wished, setQuantity] = useState(1);
  const left = countLeft(item, [], taken) ?? MAX_QUANTITY;
  const quantity = Math.min(wished, left);
  if (left === 0) return <p className={styles.allTaken}>{m.menuItem.allInCart}</p>;
  if (item.optionGroups.length > 0) {
    return (
      <div className={styles.order}>
        <Button
          className={classNames(styles.button, styles.covers)}
          onClick={() => onChooseOptions(image.current)}
        >
          {m.menuItem.chooseOptions}{" "}
          <span className="visually-hidden">{m.menuItem.addNamed({ name: item.name })}</span>
        </Button>
      </div>
    );
  }
  return (
    <div className={classNames(styles.order, styles.above)}>
      <QuantityStepper value={quantity} onChange={setQuantity} itemName={item.name} max={left} />
      <Button
        className={styles.button}
        onClick={() => {
          onAdd(quantity, image.current);
          setQuantity(1);
        }}
      >
        {m.menuItem.add} <span className="visually-hidden">{item.name}</span>
      </Button>
    </div>
  );
}
