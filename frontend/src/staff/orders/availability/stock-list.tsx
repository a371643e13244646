import { type ReactNode, useId } from "react";
import { presentTime } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/time";
import { untilLabel } from "@/domain/time/until";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
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
              {entry.menuItems.length > 0 ? (
                <p className={styles.detail}>
                  {m.service.soldOut.optionOf({
                    items: menuItemsLabel(entry.menuItems),
                  })}
                </p>
              ) : null}
              {entry.isAvailable ? null : (
                <p className={styles.detail}>{soldOutLabel(entry, zone)}</p>
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

function soldOutLabel({ soldOutUntil }: Stock, zone: string): string {
  const end = parseInstant(soldOutUntil);
  return end
    ? m.common.soldOutUntil({ until: untilLabel(end, zone, presentTime()) })
    : m.service.soldOut.untilBack;
}

const MAX_NAMED_ITEMS = 2;

function menuItemsLabel(menuItems: readonly string[]): string {
  const named = menuItems.slice(0, MAX_NAMED_ITEMS).join(", ");
  const others = menuItems.length - MAX_NAMED_ITEMS;
  return others > 0 ? m.service.soldOut.andMore({ names: named, count: others }) : named;
}
