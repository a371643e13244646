import { type ReactNode, useState } from "react";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import styles from "./figures-table.module.css";

export interface FigureColumn<Row> {
  key: string;
  header: string;
  /** What the column is sorted by; null where there is no figure, which comes last either way. */
  value: (row: Row) => number | null;
  cell: (row: Row) => ReactNode;
}

interface FiguresTableProps<Row, Sum> {
  caption: string;
  nameHeader: string;
  name: (row: Row) => ReactNode;
  columns: readonly FigureColumn<Row | Sum>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** All rows together, below them. */
  sum?: { name: string; row: Sum };
}

/** A browser is slow to draw thousands of rows, and no one reads them. */
const ROWS_AT_ONCE = 100;

interface Sorting {
  key: string;
  direction: "descending" | "ascending";
}

/**
 * Many figures of each row, to be compared down a column: a heading sorts by it, largest first, then smallest first,
 * then as the rows were. The table scrolls in its own box, in which the names and the headings stay.
 */
export function FiguresTable<Row, Sum = Row>(props: FiguresTableProps<Row, Sum>) {
  const { caption, nameHeader, name, columns, rows, rowKey, sum } = props;
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const sortedBy = columns.find(({ key }) => key === sorting?.key);
  const sorted = sorting && sortedBy ? sort(rows, sortedBy.value, sorting.direction) : rows;
  const hidden = rows.length - limit;
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll what a mouse can.
      tabIndex={0}
      className={styles.box}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              {nameHeader}
            </th>
            {columns.map((column) => (
              <Heading
                key={column.key}
                column={column}
                direction={sorting?.key === column.key ? sorting.direction : null}
                onSort={() => setSorting((present) => nextSorting(present, column.key))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, limit).map((row) => (
            <Figures key={rowKey(row)} name={name(row)} row={row} columns={columns} />
          ))}
        </tbody>
        {sum ? (
          <tfoot className={styles.sums}>
            <Figures name={sum.name} row={sum.row} columns={columns} />
          </tfoot>
        ) : null}
      </table>
      {hidden > 0 ? (
        <div className={styles.more}>
          <Button onClick={() => setLimit((present) => present + ROWS_AT_ONCE)}>
            {m.charts.showMore({ more: Math.min(hidden, ROWS_AT_ONCE), hidden })}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

interface HeadingProps<Row> {
  column: FigureColumn<Row>;
  direction: Sorting["direction"] | null;
  onSort: () => void;
}

const ARROWS = {
  descending: "M5 9l7 7 7-7",
  ascending: "M5 15l7-7 7 7",
  none: "M8 9l4-4 4 4M8 15l4 4 4-4",
};

function Heading<Row>({ column, direction, onSort }: HeadingProps<Row>) {
  return (
    <th scope="col" aria-sort={direction ?? "none"} className={styles.heading}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {column.header}
        <svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          className={classNames(styles.arrow, !direction && styles.idle)}
        >
          <path d={ARROWS[direction ?? "none"]} />
        </svg>
      </button>
    </th>
  );
}

interface FiguresProps<Row> {
  name: ReactNode;
  row: Row;
  columns: readonly FigureColumn<Row>[];
}

function Figures<Row>({ name, row, columns }: FiguresProps<Row>) {
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {name}
      </th>
      {columns.map(({ key, value, cell }) => (
        <td key={key} className={classNames(styles.cell, value(row) === null && styles.none)}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

function nextSorting(present: Sorting | null, key: string): Sorting | null {
  if (present?.key !== key) return { key, direction: "descending" };
  return present.direction === "descending" ? { key, direction: "ascending" } : null;
}

function sort<Row>(
  rows: readonly Row[],
  read: (row: Row) => number | null,
  direction: Sorting["direction"],
): Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  return [...rows].sort((one, other) => {
    const [a, b] = [read(one), read(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}
