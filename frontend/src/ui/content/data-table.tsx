import { memo, type ReactNode } from "react";
import { classNames } from "@/ui/class-names";
import { ArrowDownIcon, ArrowUpIcon } from "@/ui/icons/form-icons";
import styles from "./data-table.module.css";

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
  /** Makes the heading a button that sorts; not on a phone, where the headings are out of sight. */
  sort?: { order: SortOrder | null; onSort: () => void };
  /** What stands in the last row, which sums up the others. */
  total?: ReactNode;
}

export type SortOrder = "ascending" | "descending";

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown instead when there are no rows. */
  empty?: ReactNode;
}

interface TableRowProps<Row> {
  columns: Column<Row>[];
  row: Row;
}

/** Rows of one kind; a phone shows each as a card with the headings beside the values. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty }: DataTableProps<Row>) {
  if (rows.length === 0 && empty) return empty;
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead className={styles.head}>
          <tr>
            {columns.map((column) => (
              <ColumnHeading key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} columns={columns} row={row} />
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) ? (
          <tfoot className={styles.foot}>
            <TotalRow columns={columns} />
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

function ColumnHeading<Row>({ column }: { column: Column<Row> }) {
  const { header, hideHeader, sort } = column;
  return (
    <th scope="col" aria-sort={sort?.order ?? undefined} className={alignment(column)}>
      {sort ? (
        <button type="button" onClick={sort.onSort} className={styles.sort}>
          {header}
          <span aria-hidden="true" className={sort.order ? undefined : styles.unsorted}>
            {sort.order === "ascending" ? <ArrowUpIcon size={14} /> : <ArrowDownIcon size={14} />}
          </span>
        </button>
      ) : (
        <span className={hideHeader ? "visually-hidden" : undefined}>{header}</span>
      )}
    </th>
  );
}

function TotalRow<Row>({ columns }: { columns: Column<Row>[] }) {
  return (
    <tr className={styles.row}>
      {columns.map((column) => (
        <Cell key={column.key} column={column} content={column.total} />
      ))}
    </tr>
  );
}

/** Drawn again only when its own row or the columns change: a list may have hundreds. */
const TableRow = memo(function TableRow<Row>({ columns, row }: TableRowProps<Row>) {
  return (
    <tr className={styles.row}>
      {columns.map((column) => (
        <Cell key={column.key} column={column} content={column.cell(row)} />
      ))}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

function Cell<Row>({ column, content }: { column: Column<Row>; content: ReactNode }) {
  if (column.primary) {
    return (
      <th scope="row" className={classNames(styles.primary, alignment(column))}>
        {content}
      </th>
    );
  }
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
