import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { parseInstant } from "@/lib/time";
import { untilWords } from "@/lib/until";
import styles from "./availability.module.css";
import type { Stock } from "./stock";

interface StockListProps {
  title: string;
  stock: readonly Stock[];
  zone: string;
  /** The button's word: "Sold out", "Back on". */
  action: string;
  disabled?: boolean;
  onAct: (entry: Stock) => void;
  /** Stands where the list has nothing. */
  empty: ReactNode;
}

export function StockList({
  title,
  stock,
  zone,
  action,
  disabled = false,
  onAct,
  empty,
}: StockListProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        {title}
      </h3>
      {stock.length === 0 ? empty : null}
      <ul className={styles.list}>
        {stock.map((entry) => (
          <li key={entry.key} className={styles.entry}>
            <div className={styles.words}>
              <p className={styles.name}>{entry.name}</p>
              {entry.dishes.length > 0 ? (
                <p className={styles.detail}>Option of {dishesWords(entry.dishes)}</p>
              ) : null}
              {entry.isAvailable ? null : (
                <p className={styles.detail}>{soldOutWords(entry, zone)}</p>
              )}
            </div>
            <Button disabled={disabled} onClick={() => onAct(entry)}>
              {action} <span className="visually-hidden">{entry.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function soldOutWords({ soldOutUntil }: Stock, zone: string): string {
  const end = parseInstant(soldOutUntil);
  return end ? `Sold out ${untilWords(end, zone, new Date())}` : "Sold out until marked back on";
}

const NAMED_DISHES = 2;

function dishesWords(dishes: readonly string[]): string {
  const named = dishes.slice(0, NAMED_DISHES).join(", ");
  const others = dishes.length - NAMED_DISHES;
  return others > 0 ? `${named} and ${others} more` : named;
}
