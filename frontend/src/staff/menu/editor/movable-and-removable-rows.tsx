import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { ArrowDownIcon, ArrowUpIcon } from "@/ui/icons/form-icons";
import { TrashIcon } from "@/ui/icons/staff-icons";
import { Row } from "@/ui/layout";
import styles from "./option-groups-own-or-from-sets.module.css";

interface RowButtonsProps {
  /** The name of the option or group, or its number. */
  title: string;
  labels: Record<"up" | "down" | "remove", (row: { title: string }) => string>;
  place: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
}

/** Up, down and away. At the ends of the list a button stays where the focus is and does nothing. */
export function RowButtons({ title, labels, place, count, onMove, onRemove }: RowButtonsProps) {
  return (
    <Row gap={0} oneLine>
      <Button
        variant="quiet"
        className={styles.iconButton}
        aria-label={labels.up({ title })}
        aria-disabled={place === 0}
        onClick={() => onMove(place, place - 1)}
      >
        <ArrowUpIcon size={18} />
      </Button>
      <Button
        variant="quiet"
        className={styles.iconButton}
        aria-label={labels.down({ title })}
        aria-disabled={place === count - 1}
        onClick={() => onMove(place, place + 1)}
      >
        <ArrowDownIcon size={18} />
      </Button>
      <Button
        variant="quiet"
        className={styles.iconButton}
        aria-label={labels.remove({ title })}
        onClick={() => onRemove(place)}
      >
        <TrashIcon size={18} />
      </Button>
    </Row>
  );
}

/** What was just removed, with the way to have it back; the focus would be lost with the row. */
export function RemovedNotice({ removed }: { removed: RemovedRow }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <Row
      as="p"
      gap={3}
      align="center"
      justify="between"
      radius="control"
      weight={600}
      role="status"
      className={styles.removed}
    >
      <span>{m.menuEditor.rows.removed({ title: removed.title })}</span>
      <Button ref={undo} variant="secondary" onClick={removed.undo}>
        {m.common.undo}
      </Button>
    </Row>
  );
}

/** The part of a field array that moving and removing needs. */
interface RowList<Row> {
  move: (from: number, to: number) => void;
  remove: (place: number) => void;
  insert: (place: number, row: Row, focus: { focusName: string }) => void;
}

interface UseRowsOptions<Row> {
  list: RowList<Row>;
  /** The rows as they are now. */
  read: () => readonly Row[];
  /** What a row is called when it has no name yet. */
  unnamed: string;
  /** The field to go to in a row that came back. */
  firstField: (place: number) => string;
}

interface RemovedRow {
  title: string;
  undo: () => void;
}

/** Rows that are put in order by buttons and can be had back after removing. */
export function useRows<Row extends { name: string }>(options: UseRowsOptions<Row>) {
  const { list, read, unnamed, firstField } = options;
  const [news, setNews] = useState("");
  const [removed, setRemoved] = useState<{ place: number; row: Row } | null>(null);
  const pressed = useRef<Element | null>(null);

  // A button that is moved with its row loses the focus on the way.
  useLayoutEffect(() => {
    if (pressed.current instanceof HTMLElement) pressed.current.focus();
    pressed.current = null;
  });

  function titleOf(row: Row | undefined): string {
    return row?.name.trim() || unnamed;
  }

  function move(from: number, to: number): void {
    const rows = read();
    if (to < 0 || to >= rows.length) return;
    pressed.current = document.activeElement;
    list.move(from, to);
    setNews(
      m.menuEditor.rows.moved({
        title: titleOf(rows[from]),
        place: to + 1,
        count: rows.length,
      }),
    );
  }

  function remove(place: number): void {
    const row = read()[place];
    if (!row) return;
    setRemoved({ place, row: structuredClone(row) });
    list.remove(place);
  }

  function undo(): void {
    if (!removed) return;
    const place = Math.min(removed.place, read().length);
    list.insert(place, removed.row, { focusName: firstField(place) });
    setRemoved(null);
  }

  return {
    /** Read out after a move, since nothing else says that the order changed. */
    news,
    move,
    remove,
    removed: removed ? { title: titleOf(removed.row), undo } : null,
    forgetRemoved: () => setRemoved(null),
  };
}
