import { useEffect, useRef } from "react";
import type { MenuImport, MenuImportChange, MenuImportProblem } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { type Column, DataTable } from "@/ui/content/data-table";
import { Notice } from "@/ui/feedback/notice";
import { Box, Stack, Text } from "@/ui/layout";
import styles from "./import.module.css";
import { differenceLines, ImportQuestions, itemLines, Lines } from "./import-changes";
import { countsOf, isWritable } from "./import-labels";
import type { ImportChoices } from "./use-import";

const problemColumns = (): Column<MenuImportProblem>[] => [
  {
    key: "row",
    header: m.menuImport.table.row,
    primary: true,
    cell: ({ row }) => (
      <Text as="span" nowrap>
        {m.menuImport.table.rowNumber({ row })}
      </Text>
    ),
  },
  {
    key: "column",
    header: m.menuImport.table.column,
    cell: ({ column }) => column,
  },
  {
    key: "message",
    header: m.menuImport.table.problem,
    cell: ({ message }) => message,
  },
];

interface ImportReportProps {
  report: MenuImport;
  fileName: string;
  choices: ImportChoices;
  onDecide: (choices: ImportChoices) => void;
}

/** What a file would do to the menu, or every reason why it may not. */
export function ImportReport({ report, fileName, choices, onDecide }: ImportReportProps) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    // The file field, which had the focus, has given way to this.
    region.current?.focus();
  }, []);
  return (
    <section
      ref={region}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it may be longer than the drawer, and keys scroll only what has the focus.
      tabIndex={0}
      aria-label={m.menuImport.result.label}
      className={styles.report}
    >
      <Stack as="p" breaks>
        <strong>{fileName}</strong>
        <Text as="span" soft size="s">
          {rowsMessage(report.rows)}
        </Text>
      </Stack>
      <Notes notes={report.notes ?? []} />
      {report.problems.length > 0 ? (
        <Problems problems={report.problems} />
      ) : (
        <Plan report={report} choices={choices} onDecide={onDecide} />
      )}
    </section>
  );
}

function Notes({ notes }: { notes: readonly MenuImportProblem[] }) {
  if (notes.length === 0) return null;
  return (
    <Notice tone="info" title={m.menuImport.notes.title} role="status">
      {notes.map(({ row, message }) => (
        <p key={`${row} ${message}`}>{m.menuImport.notes.ofRow({ row, note: message })}</p>
      ))}
    </Notice>
  );
}

function Problems({ problems }: { problems: readonly MenuImportProblem[] }) {
  const title = m.menuImport.problems.count({ count: problems.length });
  return (
    <>
      <Notice tone="danger" title={title} role="alert">
        {m.menuImport.problems.hint}
      </Notice>
      <div>
        <DataTable
          caption={m.menuImport.problems.label}
          columns={problemColumns()}
          rows={problems}
          rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
        />
      </div>
    </>
  );
}

function Plan({ report, choices, onDecide }: Omit<ImportReportProps, "fileName">) {
  const { questions = [] } = report;
  if (!isWritable(report)) {
    return (
      <Notice tone="info" title={m.menuImport.nothing.title} role="status">
        {m.menuImport.nothing.hint}
      </Notice>
    );
  }
  return (
    <>
      {questions.length > 0 ? (
        <ImportQuestions questions={questions} choices={choices} onDecide={onDecide} />
      ) : (
        <Notice tone="good" title={m.menuImport.ready.title} role="status">
          {m.menuImport.ready.hint({ counts: countsOf(report) })}
        </Notice>
      )}
      <Changes
        title={m.menuImport.ready.added}
        changes={report.changes.filter(({ kind }) => kind === "added")}
      />
      <Changes
        title={m.menuImport.ready.changed}
        changes={report.changes.filter(({ kind }) => kind === "changed")}
      />
    </>
  );
}

function Changes({ title, changes }: { title: string; changes: readonly MenuImportChange[] }) {
  if (changes.length === 0) return null;
  return (
    <section>
      <Box as="h3" marginBottom={1}>
        {title} ({changes.length})
      </Box>
      <ul>
        {changes.map(({ row, name, item, differences = [] }) => (
          <li key={row} className={styles.change}>
            <Text as="span" weight={650} breaks>
              {name}
            </Text>
            <Text as="span" soft size="s">
              {m.menuImport.table.rowNumber({ row })}
            </Text>
            <Lines lines={item ? itemLines(item) : differenceLines(differences)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function rowsMessage(rows: number): string {
  return m.menuImport.result.rows({ rows });
}
