import { memo, type ReactNode, useMemo, useState } from "react";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { ArrowDownIcon, ArrowUpIcon } from "@/ui/icons/form-icons";
import styles from "./table.module.css";

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures line up at the end. */
  align?: "start" | "end";
  /** Names the row; the heading of its card on a phone. */
  primary?: boolean;
  /** A heading that only screen readers need, such as "Actions". */
  hideHeader?: boolean;
  /** Makes the heading a button that sorts the rows; without effect in a table without `sorting`. */
  sort?: SortRule<Row>;
  /** What stands in the last row, which sums up the others. */
  total?: ReactNode;
}

interface SortRule<Row> {
  /** What the rows are compared by. A row without it (null) comes last either way. */
  by: (row: Row) => number | string | null;
  /** How the first press sorts: the largest first, unless this says otherwise. */
  first?: SortOrder;
}

type SortOrder = "ascending" | "descending";

interface Sorting {
  key: string;
  order: SortOrder;
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown instead when there are no rows. */
  empty?: ReactNode;
  /** What sorts the rows, from `useSorting`. */
  sorting?: TableSorting;
  /** Scrolls in a box of its own, in which headings, names and sums stay; no cards on a phone. */
  sticky?: boolean;
  /** Many columns of figures: smaller and closer; where they scroll sideways the first and the last stay. */
  dense?: boolean;
  /** Shows so many rows at first. */
  limit?: Limit;
}

interface Limit {
  rows: number;
  /** What the button says that shows so many more. */
  more: (hidden: number) => string;
  /** With it the button shows all, and says this to go back. */
  fewer?: string;
}

interface TableRowProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  sticky: boolean | undefined;
}

/** Rows of one kind; a phone shows each as a card with the headings beside the values. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, empty, sorting, sticky, dense, limit } = props;
  const sorted = useMemo(
    () => (sorting?.present ? sort(rows, columns, sorting.present) : rows),
    [rows, columns, sorting?.present],
  );
  const [shown, setShown] = useState(limit?.rows);
  if (rows.length === 0 && empty) return empty;
  const table = (
    <table
      className={sticky ? styles.stickyTable : classNames(styles.table, dense && styles.dense)}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead className={sticky ? undefined : styles.head}>
        <tr>
          {columns.map((column) => (
            <Heading key={column.key} column={column} sorting={sorting} sticky={sticky} />
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.slice(0, shown).map((row) => (
          <TableRow key={rowKey(row)} columns={columns} row={row} sticky={sticky} />
        ))}
      </tbody>
      {columns.some(({ total }) => total !== undefined) ? (
        <tfoot className={sticky ? styles.sums : styles.foot}>
          <tr className={sticky ? undefined : styles.row}>
            {columns.map((column) => (
              <Cell key={column.key} column={column} content={column.total} sticky={sticky} />
            ))}
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
  const more = limit ? (
    <MoreRows limit={limit} count={rows.length} shown={shown} onShow={setShown} />
  ) : null;
  if (!sticky)
    return (
      <>
        {dense ? (
          <section
            aria-label={caption}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll what a mouse can.
            tabIndex={0}
            className={styles.scroller}
          >
            {table}
          </section>
        ) : (
          <div className={styles.scroller}>{table}</div>
        )}
        {more}
      </>
    );
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll what a mouse can.
      tabIndex={0}
      className={styles.box}
    >
      {table}
      {limit && rows.length > (shown ?? 0) ? <div className={styles.more}>{more}</div> : null}
    </section>
  );
}

interface MoreRowsProps {
  limit: Limit;
  count: number;
  shown: number | undefined;
  onShow: (shown: number) => void;
}

/** One button to show more and fewer, so that it keeps the focus. */
function MoreRows({ limit, count, shown = limit.rows, onShow }: MoreRowsProps) {
  const hidden = count - shown;
  if (hidden > 0) {
    const next = limit.fewer ? Number.POSITIVE_INFINITY : shown + limit.rows;
    return <Button onClick={() => onShow(next)}>{limit.more(hidden)}</Button>;
  }
  if (!limit.fewer || count <= limit.rows) return null;
  return <Button onClick={() => onShow(limit.rows)}>{limit.fewer}</Button>;
}

interface TableSorting {
  present: Sorting | null;
  /** Sorts by a column, as its first press does. */
  choose: (column: { key: string; sort?: { first?: SortOrder } }) => void;
  /** A press on a heading: sorts by it, then the other way round, then as at first. */
  press: TableSorting["choose"];
}

/** How a table is sorted. One that is sorted `atFirst` is never without an order: a heading turns it around. */
export function useSorting(atFirst: Sorting | null = null): TableSorting {
  const [present, setPresent] = useState(atFirst);
  const choose: TableSorting["choose"] = ({ key, sort }) =>
    setPresent({ key, order: sort?.first ?? "descending" });
  const press: TableSorting["choose"] = (column) => {
    if (present?.key !== column.key) return choose(column);
    if (present.order !== (column.sort?.first ?? "descending") && !atFirst) return setPresent(null);
    const order = present.order === "ascending" ? "descending" : "ascending";
    setPresent({ key: column.key, order });
  };
  return { present, choose, press };
}

/** Rows that are equal in what is sorted by stay in their order. */
function sort<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { key, order }: Sorting,
): readonly Row[] {
  const read = columns.find((column) => column.key === key)?.sort?.by;
  if (!read) return rows;
  const sign = order === "ascending" ? 1 : -1;
  return [...rows].sort((one, other) => {
    const [a, b] = [read(one), read(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}

function compare(one: number | string, other: number | string): number {
  if (typeof one === "string") return one.localeCompare(String(other));
  // Two figures may both be infinite.
  return one === other ? 0 : one - Number(other);
}

interface HeadingProps<Row> {
  column: Column<Row>;
  sorting: TableSorting | undefined;
  sticky: boolean | undefined;
}

function Heading<Row>({ column, sorting, sticky }: HeadingProps<Row>) {
  const { key, header, hideHeader, primary } = column;
  const isSortable = sorting !== undefined && column.sort !== undefined;
  const order = sorting?.present?.key === key ? sorting.present.order : null;
  return (
    <th
      scope="col"
      aria-sort={isSortable ? (order ?? "none") : undefined}
      className={sticky ? (primary ? styles.corner : styles.heading) : alignment(column)}
    >
      {isSortable ? (
        <button
          type="button"
          onClick={() => sorting.press(column)}
          className={sticky ? styles.stickySort : styles.sort}
        >
          <span>{header}</span>
          <SortArrow order={order} sticky={sticky} />
        </button>
      ) : (
        <span className={hideHeader ? "visually-hidden" : undefined}>{header}</span>
      )}
    </th>
  );
}

const CHEVRONS = {
  descending: "M5 9l7 7 7-7",
  ascending: "M5 15l7-7 7 7",
  none: "M8 9l4-4 4 4M8 15l4 4 4-4",
};

/** An arrow, and in the narrow columns of a sticky table a chevron. */
function SortArrow({ order, sticky }: { order: SortOrder | null; sticky: boolean | undefined }) {
  if (sticky)
    return (
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className={classNames(styles.chevron, !order && styles.idle)}
      >
        <path d={CHEVRONS[order ?? "none"]} />
      </svg>
    );
  return (
    <span aria-hidden="true" className={order ? undefined : styles.unsorted}>
      {order === "ascending" ? <ArrowUpIcon size={14} /> : <ArrowDownIcon size={14} />}
    </span>
  );
}

/** Drawn again only when its own row or the columns change: a list may have hundreds. */
const TableRow = memo(function TableRow<Row>({ columns, row, sticky }: TableRowProps<Row>) {
  return (
    <tr className={sticky ? undefined : styles.row}>
      {columns.map((column) => (
        <Cell key={column.key} column={column} content={column.cell(row)} sticky={sticky} />
      ))}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

interface CellProps<Row> {
  column: Column<Row>;
  content: ReactNode;
  sticky: boolean | undefined;
}

function Cell<Row>({ column, content, sticky }: CellProps<Row>) {
  if (column.primary) {
    return (
      <th
        scope="row"
        className={sticky ? styles.name : classNames(styles.primary, alignment(column))}
      >
        {content}
      </th>
    );
  }
  if (sticky) return <td className={styles.figure}>{content}</td>;
  return (
    <td className={classNames(styles.cell, alignment(column))}>
      {column.hideHeader || content === undefined ? null : (
        // The column's heading is out of sight on a phone, and spoken already.
        <span aria-hidden="true" className={styles.cardLabel}>
          {column.header}
        </span>
      )}
      <div className={styles.value}>{content}</div>
    </td>
  );
}

function alignment<Row>({ align }: Column<Row>): string | undefined {
  return align === "end" ? styles.end : undefined;
}
