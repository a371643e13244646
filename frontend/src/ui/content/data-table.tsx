import { memo, type ReactNode } from "react";
import { classNames } from "@/ui/class-names";
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
}

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
              <th key={column.key} scope="col" className={alignment(column)}>
                <span className={column.hideHeader ? "visually-hidden" : undefined}>
                  {column.header}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} columns={columns} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Drawn again only when its own row or the columns change: a list may have hundreds. */
const TableRow = memo(function TableRow<Row>({ columns, row }: TableRowProps<Row>) {
  return (
    <tr className={styles.row}>
      {columns.map((column) => (
        <Cell key={column.key} column={column} row={row} />
      ))}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (column.primary) {
    return (
      <th scope="row" className={classNames(styles.primary, alignment(column))}>
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td className={classNames(styles.cell, alignment(column))}>
      {column.hideHeader ? null : (
        // The column's heading is out of sight on a phone, and spoken already.
        <span aria-hidden="true" className={styles.cardLabel}>
          {column.header}
        </span>
      )}
      <div className={styles.value}>{column.cell(row)}</div>
    </td>
  );
}

function alignment<Row>({ align }: Column<Row>): string | undefined {
  return align === "end" ? styles.end : undefined;
}
