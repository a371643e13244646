import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import type { MenuImport, MenuImportChange, MenuImportProblem } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { classNames } from "@/ui/class-names";
import { type Column, Table } from "@/ui/content/table";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Spinner } from "@/ui/feedback/spinner";
import { showToast } from "@/ui/feedback/toast";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { Drawer } from "@/ui/overlay/dialog";
import styles from "./import.module.css";
import { ImportQuestions, Lines } from "./import-questions";
import { differenceLines, itemLines } from "./import-words";
import { type ImportChoices, useImport } from "./use-import";

interface ImportDrawerProps {
  truckId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Brings a menu in from a spreadsheet: choose, look through what it would do, confirm. */
export function ImportDrawer({ truckId, open, onOpenChange }: ImportDrawerProps) {
  const { file, report, choices, busy, problem, choose, decide, write, reset } = useImport(
    truckId,
    (written) => {
      onOpenChange(false);
      showToast({
        type: "success",
        message: m.menuImport.done({ counts: countsOf(written) }),
      });
    },
  );
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      onClosed={reset}
      title={m.menuImport.title}
      footer={
        report ? (
          <ImportButtons
            report={report}
            isWriting={busy === "writing"}
            isUndecided={isUndecided(report, choices)}
            onWrite={write}
            onAgain={reset}
          />
        ) : null
      }
    >
      <div className={styles.steps}>
        {problem ? <Problem sentence={problem} isFatal={!report && !busy} /> : null}
        {busy === "checking" ? (
          <Spinner label={m.menuImport.file.checking({ name: file?.name ?? "" })} showLabel />
        ) : null}
        {report ? (
          <ImportReport
            report={report}
            fileName={file?.name ?? ""}
            choices={choices}
            onDecide={decide}
          />
        ) : (
          <ImportDropZone disabled={busy !== null} onChoose={choose} />
        )}
      </div>
    </Drawer>
  );
}

/** Fatal: there is nothing to go on with but another file. */
function Problem({ sentence, isFatal }: { sentence: string; isFatal: boolean }) {
  return (
    <Notice
      tone={isFatal ? "danger" : "warning"}
      title={isFatal ? m.menuImport.file.failed : sentence}
      role="alert"
    >
      {isFatal ? sentence : null}
    </Notice>
  );
}

interface ImportButtonsProps {
  report: MenuImport;
  isWriting: boolean;
  isUndecided: boolean;
  onWrite: () => void;
  onAgain: () => void;
}

function ImportButtons(props: ImportButtonsProps) {
  const { report, isWriting, isUndecided, onWrite, onAgain } = props;
  return (
    <Row gap={2} className={styles.buttons}>
      <Button onClick={onAgain} disabled={isWriting}>
        {m.menuImport.file.chooseAnother}
      </Button>
      {isWritable(report) ? (
        <Button variant="primary" busy={isWriting} disabled={isUndecided} onClick={onWrite}>
          {isWriting ? m.menuImport.confirm.running : m.menuImport.confirm.submit}
        </Button>
      ) : null}
    </Row>
  );
}

interface ImportDropZoneProps {
  disabled: boolean;
  onChoose: (file: File) => void;
}

/** Takes one file: chosen from the disk, or dropped anywhere on the zone. */
function ImportDropZone({ disabled, onChoose }: ImportDropZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled) onChoose(file);
  };
  return (
    <>
      <p>{m.menuImport.file.lead}</p>
      <Text soft size="s">
        {m.menuImport.file.unitsHint}
      </Text>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the file field inside does. */}
      <div
        className={classNames(styles.zone, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <Stack
          as="label"
          target
          surface="card"
          radius="control"
          weight={650}
          htmlFor={id}
          className={styles.pick}
        >
          {m.menuImport.file.choose}
        </Stack>
        <input
          id={id}
          type="file"
          // A workbook can be chosen too, because the refusal says how to make a file of it that can be read.
          accept=".csv,.tsv,.txt,.xlsx,.xls,.ods,.numbers,text/csv,text/tab-separated-values,text/plain"
          disabled={disabled}
          className="visually-hidden"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file, corrected, must count as a new choice.
            event.target.value = "";
            if (file) onChoose(file);
          }}
        />
        <Text soft>{m.menuImport.file.orDrop}</Text>
      </div>
      <Text soft size="s">
        {m.menuImport.file.nothingYet}
      </Text>
    </>
  );
}

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
function ImportReport({ report, fileName, choices, onDecide }: ImportReportProps) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    // The file field, which had the focus, has given way to this.
    region.current?.focus();
  }, []);
  return (
    <Box
      as="section"
      radius="control"
      ref={region}
      // it may be longer than the drawer, and keys scroll only what has the focus.
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
    </Box>
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
        <Table
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
          <Stack
            as="li"
            align="baseline"
            paddingBlock={2}
            lineBelow
            key={row}
            className={styles.change}
          >
            <Text as="span" weight={650} breaks>
              {name}
            </Text>
            <Text as="span" soft size="s">
              {m.menuImport.table.rowNumber({ row })}
            </Text>
            <Lines lines={item ? itemLines(item) : differenceLines(differences)} />
          </Stack>
        ))}
      </ul>
    </section>
  );
}

function rowsMessage(rows: number): string {
  return m.menuImport.result.rows({ rows });
}

/** Whether there is anything to write, and nothing in the way. */
function isWritable({ problems, added, changed, questions = [] }: MenuImport): boolean {
  return problems.length === 0 && added + changed + questions.length > 0;
}

/** Whether a row of a known name still waits for its answer. */
function isUndecided({ questions = [] }: MenuImport, choices: ImportChoices): boolean {
  return questions.some(({ row }) => !choices[row]);
}

/** "2 added, 1 changed, and 12 left as they are" */
function countsOf({ added, changed, unchanged }: MenuImport): string {
  const left = m.menuImport.counts.unchanged({ unchanged });
  const parts = [
    added > 0 && m.menuImport.counts.added({ added }),
    changed > 0 && m.menuImport.counts.changed({ changed }),
    unchanged > 0 && left,
  ];
  return formatList(parts.filter((part) => part !== false));
}
