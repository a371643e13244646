import { useLayoutEffect, useRef, useState } from "react";
import { messages as m } from "@/messages";

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
  /** What a row is called when it has no name yet: "option". */
  kind: string;
  /** The field to go to in a row that came back. */
  firstField: (place: number) => string;
}

export interface RemovedRow {
  title: string;
  undo: () => void;
}

/** Rows that are put in order by buttons and can be had back after removing. */
export function useRows<Row extends { name: string }>(options: UseRowsOptions<Row>) {
  const { list, read, kind, firstField } = options;
  const [news, setNews] = useState("");
  const [removed, setRemoved] = useState<{ place: number; row: Row } | null>(null);
  const pressed = useRef<Element | null>(null);

  // A button that is moved with its row loses the focus on the way.
  useLayoutEffect(() => {
    if (pressed.current instanceof HTMLElement) pressed.current.focus();
    pressed.current = null;
  });

  function titleOf(row: Row | undefined): string {
    return row?.name.trim() || m.menuEditor.rows.new({ kind });
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
