import { type KeyboardEvent, memo, useEffect, useRef } from "react";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { ArrowDownIcon, ArrowUpIcon } from "@/ui/icons/form-icons";
import { GripIcon } from "@/ui/icons/row-icons";
import { Stack, Text } from "@/ui/layout";
import type { Edge } from "./menu-order";
import styles from "./order-list.module.css";
import { useRowDrag } from "./use-row-drag";

interface OrderRowProps {
  item: StaffMenuItem;
  place: number;
  isLast: boolean;
  onMove: (itemId: string, place: number) => void;
  onDrop: (draggedId: string, targetId: string, edge: Edge) => void;
}

/** Drawn again only when its own menu item or place changes. */
export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { item, place, isLast, onMove, onDrop } = props;
  const row = useRef<HTMLLIElement>(null);
  useRowDrag({ row, itemId: item._id, label: item.name, previewClass: styles.preview, onDrop });
  useEffect(() => {
    // After a move by key the row may be anywhere; drags happen in sight.
    const focused = row.current?.contains(document.activeElement);
    if (focused && place >= 0) row.current?.scrollIntoView({ block: "nearest" });
  }, [place]);
  const handleKey = (event: KeyboardEvent) => {
    const target = { Home: 0, End: Number.MAX_SAFE_INTEGER }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onMove(item._id, target);
  };
  return (
    <li ref={row} className={styles.row}>
      <Stack as="span" align="center" items="center" soft className={styles.grip}>
        <GripIcon />
      </Stack>
      <span className={styles.words}>
        <Text as="span" weight={650} breaks>
          {item.name}
        </Text>
        <Text as="span" soft size="s" breaks>
          {item.section || item.category}
        </Text>
      </span>
      {/* Not `disabled` at the ends: the focus has to survive the move that leads there. */}
      <button
        type="button"
        className={styles.arrow}
        aria-label={m.menu.sort.up({ name: item.name })}
        aria-disabled={place === 0}
        aria-keyshortcuts="Home End"
        onKeyDown={handleKey}
        onClick={() => onMove(item._id, place - 1)}
      >
        <ArrowUpIcon />
      </button>
      <button
        type="button"
        className={styles.arrow}
        aria-label={m.menu.sort.down({ name: item.name })}
        aria-disabled={isLast}
        aria-keyshortcuts="Home End"
        onKeyDown={handleKey}
        onClick={() => onMove(item._id, place + 1)}
      >
        <ArrowDownIcon />
      </button>
    </li>
  );
});
