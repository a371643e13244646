import { type KeyboardEvent, useState } from "react";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import type { CartItem } from "@/domain/cart/cart-item";
import { countItems } from "@/domain/cart/cart-rules";
import { menuSections } from "@/domain/menu/menu-sections";
import { dollarsToCents } from "@/domain/values/money";
import { searchFor } from "@/domain/values/search-words";
import { messages as m } from "@/messages";
import { Price } from "@/ui/content/price";
import { SearchInput } from "@/ui/inputs/search-input";
import styles from "./counter.module.css";

interface ItemGridProps {
  menu: readonly StaffMenuItem[];
  lines: readonly CartItem[];
  onChoose: (item: StaffMenuItem) => void;
}

/** The menu as buttons, by section. Typing narrows it down, Enter takes the first that is left. */
export function ItemGrid({ menu, lines, onChoose }: ItemGridProps) {
  const [search, setSearch] = useState("");
  const wanted = search.trim();
  const isMeant = searchFor(wanted);
  const found = menu.filter(({ name }) => isMeant(name));
  const sections = menuSections([...found]);
  const first = sections.flatMap(({ items }) => items).find(({ isAvailable }) => isAvailable);
  const byId = new Map(found.map((item) => [item._id, item]));

  function handleKey(event: KeyboardEvent) {
    const isTyped = event.target instanceof HTMLInputElement;
    if (event.key !== "Enter" || !isTyped || !wanted || !first) return;
    event.preventDefault();
    setSearch("");
    const item = byId.get(first._id);
    if (item) onChoose(item);
  }

  return (
    <section aria-label={m.common.menu} className={styles.menu} onKeyDown={handleKey}>
      <SearchInput label={m.common.searchMenu} value={search} onChange={setSearch} />
      <p role="status" className={styles.hint}>
        {hintOf(wanted, first?.name)}
      </p>
      {sections.map((section) => (
        <section key={section.id} aria-label={section.title} className={styles.section}>
          <h2 className={styles.sectionTitle}>{section.title}</h2>
          <ul className={styles.items}>
            {section.items.map((item) => (
              <li key={item._id}>
                <ItemButton
                  item={item}
                  count={countOf(item._id, lines)}
                  onClick={() => {
                    const whole = byId.get(item._id);
                    if (whole) onChoose(whole);
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function hintOf(wanted: string, first: string | undefined): string {
  if (!wanted) return m.counter.grid.hint;
  return first ? m.counter.grid.enterAdds({ first }) : m.counter.grid.noMatch;
}

function countOf(itemId: string, lines: readonly CartItem[]): number {
  return countItems(lines.filter(({ menuItemId }) => menuItemId === itemId));
}

interface ItemButtonProps {
  item: Pick<StaffMenuItem, "name" | "basePrice" | "isAvailable" | "optionGroups">;
  count: number;
  onClick: () => void;
}

function ItemButton({ item, count, onClick }: ItemButtonProps) {
  return (
    <button type="button" className={styles.item} disabled={!item.isAvailable} onClick={onClick}>
      <span className={styles.itemName}>{item.name}</span>
      <span className={styles.itemTerms}>
        {item.isAvailable ? <Price cents={dollarsToCents(item.basePrice)} /> : m.common.soldOut}
        {item.isAvailable && item.optionGroups.length > 0 ? (
          <span>{m.counter.grid.withOptions}</span>
        ) : null}
      </span>
      {count > 0 ? (
        <span className={styles.count}>
          {count}
          <span className="visually-hidden"> {m.counter.grid.inOrder}</span>
        </span>
      ) : null}
    </button>
  );
}
