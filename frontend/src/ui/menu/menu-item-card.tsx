import { type RefObject, useRef, useState } from "react";
import type { MenuItem } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LetterPlate } from "@/components/ui/letter-plate";
import { Picture } from "@/components/ui/picture";
import { Price } from "@/components/ui/price";
import { QuantityStepper } from "@/components/ui/quantity-stepper";
import { dollarsToCents } from "@/lib/money";
import styles from "./menu-item-card.module.css";

interface MenuItemCardProps {
  item: MenuItem;
  /** Whether the truck takes orders now. */
  orderable: boolean;
  onAdd: (quantity: number, picture: HTMLElement | null) => void;
  onChooseOptions: (picture: HTMLElement | null) => void;
}

export function MenuItemCard({ item, orderable, onAdd, onChooseOptions }: MenuItemCardProps) {
  const picture = useRef<HTMLDivElement>(null);
  return (
    <li className={styles.frame}>
      <div className={styles.card}>
        <div ref={picture} className={styles.picture}>
          <Picture
            address={item.imageUrl}
            alt=""
            sizes="(min-width: 40rem) 11rem, 7rem"
            ratio="square"
            fallback={<LetterPlate name={item.name} />}
            dimmed={!item.isAvailable}
          />
        </div>
        <div className={styles.words}>
          <h4 className={styles.name}>{item.name}</h4>
          <p className={styles.terms}>
            <Price cents={dollarsToCents(item.basePrice)} className={styles.price} />
            {item.isAvailable ? null : <Badge tone="danger">Sold out</Badge>}
          </p>
          {item.description ? <p className={styles.description}>{item.description}</p> : null}
        </div>
        {item.isAvailable && orderable ? (
          <Order item={item} picture={picture} onAdd={onAdd} onChooseOptions={onChooseOptions} />
        ) : null}
      </div>
    </li>
  );
}

type OrderProps = Pick<MenuItemCardProps, "item" | "onAdd" | "onChooseOptions"> & {
  picture: RefObject<HTMLDivElement | null>;
};

function Order({ item, picture, onAdd, onChooseOptions }: OrderProps) {
  const [quantity, setQuantity] = useState(1);
  if (item.optionGroups.length > 0) {
    return (
      <div className={styles.order}>
        <Button className={styles.button} onClick={() => onChooseOptions(picture.current)}>
          Choose options <span className="visually-hidden">and add to cart {item.name}</span>
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.order}>
      <QuantityStepper value={quantity} onChange={setQuantity} itemName={item.name} />
      <Button
        className={styles.button}
        onClick={() => {
          onAdd(quantity, picture.current);
          setQuantity(1);
        }}
      >
        Add to cart <span className="visually-hidden">{item.name}</span>
      </Button>
    </div>
  );
}
