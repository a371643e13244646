import { useEffect, useRef } from "react";
import type { MenuImport, MenuImportChange, MenuImportProblem } from "@/domain/api/admin-types";
import { type Column, DataTable } from "@/ui/content/data-table";
import { Notice } from "@/ui/feedback/notice";
import styles from "./import.module.css";
import { countsOf, isWritable } from "./import-labels";

const PROBLEM_COLUMNS: Column<MenuImportProblem>[] = [
  {
    key: "row",
    header: "Row",
    primary: true,
    cell: ({ row }) => <span className={styles.row}>Row {row}</span>,
  },
  { key: "column", header: "Column", cell: ({ column }) => column },
  { key: "message", header: "Problem", cell: ({ message }) => message },
];

/** What a file would do to the menu, or every reason why it may not. */
export function ImportReport({ report, fileName }: { report: MenuImport; fileName: string }) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    // The file field, which had the focus, has given way to this.
    region.current?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may be longer than the drawer, and keys scroll only what has the focus.
    <section ref={region} tabIndex={0} aria-label="What the file does" className={styles.report}>
      <p className={styles.file}>
        <strong>{fileName}</strong>
        <span className={styles.soft}>{rowsMessage(report.rows)}</span>
      </p>
      {report.problems.length > 0 ? (
        <Problems problems={report.problems} />
      ) : (
        <Plan report={report} />
      )}
    </section>
  );
}

function Problems({ problems }: { problems: readonly MenuImportProblem[] }) {
  const title =
    problems.length === 1 ? "1 problem to correct" : `${problems.length} problems to correct`;
  return (
    <>
      <Notice tone="danger" title={title} role="alert">
        Nothing was written. Correct the file and choose it again.
      </Notice>
      <div className={styles.problems}>
        <DataTable
          caption="Problems in the file"
          columns={PROBLEM_COLUMNS}
          rows={problems}
          rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
        />
      </div>
    </>
  );
}

function Plan({ report }: { report: MenuImport }) {
  if (!isWritable(report)) {
    return (
      <Notice tone="info" title="Nothing to import" role="status">
        The menu already is as the file says.
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="good" title="Ready to import" role="status">
        {countsOf(report)}. Please look through the list, then confirm.
      </Notice>
      <Changes
        title="New menu items"
        changes={report.changes.filter(({ kind }) => kind === "added")}
      />
      <Changes
        title="Changed menu items"
        changes={report.changes.filter(({ kind }) => kind === "changed")}
      />
    </>
  );
}

function Changes({ title, changes }: { title: string; changes: readonly MenuImportChange[] }) {
  if (changes.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>
        {title} ({changes.length})
      </h3>
      <ul className={styles.changes}>
        {changes.map(({ row, name, details }) => (
          <li key={row} className={styles.change}>
            <span className={styles.name}>{name}</span>
            <span className={styles.soft}>Row {row}</span>
            {details.map((detail) => (
              <span key={detail} className={styles.detail}>
                {detail}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function rowsMessage(rows: number): string {
  return rows === 1 ? "1 row read" : `${rows} rows read`;
}
