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
import { Row, Stack, Text } from "@/ui/layout";
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
    <Stack as="section" gap={3} shrinks aria-label={m.common.menu} onKeyDown={handleKey}>
      <SearchInput label={m.common.searchMenu} value={search} onChange={setSearch} />
      <Text soft size="s" breaks role="status">
        {hintOf(wanted, first?.name)}
      </Text>
      {sections.map((section) => (
        <Stack key={section.id} as="section" gap={3} shrinks aria-label={section.title}>
          <Text as="h2" size="l">
            {section.title}
          </Text>
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
        </Stack>
      ))}
    </Stack>
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
      <Text as="span" weight={700} leading={1.2} breaks className={styles.itemName}>
        {item.name}
      </Text>
      <Row as="span" gap={2} rowGap={0} soft size="s">
        {item.isAvailable ? <Price cents={dollarsToCents(item.basePrice)} /> : m.common.soldOut}
        {item.isAvailable && item.optionGroups.length > 0 ? (
          <span>{m.counter.grid.withOptions}</span>
        ) : null}
      </Row>
      {count > 0 ? (
        <span className={styles.count}>
          {count}
          <span className="visually-hidden"> {m.counter.grid.inOrder}</span>
        </span>
      ) : null}
    </button>
  );
}
