import { useQuery } from "@tanstack/react-query";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import type { MenuImport, MenuImportChange } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { menuImportsQuery } from "@/staff/menu/api";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { Drawer } from "@/ui/overlay/dialog-and-drawer";
import styles from "./import.module.css";
import { ImportQuestions, isAnswered, Lines } from "./import-questions";
import { countsOf, differenceLines, itemLines, leftOutLine, readLine } from "./import-words";
import { useImport } from "./use-import";

const EXTENSIONS = ".csv,.tsv,.txt,.xlsx,.xls,.ods,.json";
/** So many lines of what was left out are shown at once. */
const SHOWN_LEFT_OUT = 50;

interface ImportDrawerProps {
  truckId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Brings a menu in from files: choose, answer, look through what it would do, confirm; undo for a day. */
export function ImportDrawer({ truckId, open, onOpenChange }: ImportDrawerProps) {
  const steps = useImport(truckId, (written) => {
    onOpenChange(false);
    showToast({
      type: "success",
      message: m.menuImport.done({ counts: countsOf(written.preview) }),
    });
  });
  const { names, report, busy, problem } = steps;
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      onClosed={steps.reset}
      title={m.menuImport.title}
      footer={report && busy !== "reading" ? <ImportButtons report={report} steps={steps} /> : null}
    >
      <div className={styles.steps}>
        {problem ? <Problem sentence={problem} isFatal={!report && names.length > 0} /> : null}
        {busy ? <Progress label={progressLabel(busy, names, report)} /> : null}
        {report && busy !== "reading" ? (
          <ImportReport report={report} steps={steps} />
        ) : (
          <>
            <ImportDropZone disabled={busy !== null} onChoose={steps.choose} />
            <LastImports truckId={truckId} busy={busy !== null} onUndo={steps.undo} />
          </>
        )}
      </div>
    </Drawer>
  );
}

type Steps = ReturnType<typeof useImport>;

function progressLabel(
  busy: NonNullable<Steps["busy"]>,
  names: readonly string[],
  report: MenuImport | null,
): string {
  if (busy === "reading") return m.menuImport.file.checking({ name: formatList([...names]) });
  if (busy === "undoing") return m.menuImport.undo.running;
  if (busy === "answering") return m.menuImport.questions.checking;
  const { added = 0, changed = 0 } = report?.preview ?? {};
  return m.menuImport.confirm.progress({ count: added + changed });
}

/** The server says nothing in between, so the bar only says that it goes on. */
function Progress({ label }: { label: string }) {
  const bar = useRef<HTMLDivElement>(null);
  // Who has looked through the list has scrolled it out of sight.
  useEffect(() => {
    bar.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Stack gap={1} ref={bar}>
      <Text as="span" role="status">
        {label}
      </Text>
      <progress aria-label={label} className={styles.progress} />
    </Stack>
  );
}

/** Fatal: there is nothing to go on with but other files. An undo has none. */
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

function ImportButtons({ report, steps }: { report: MenuImport; steps: Steps }) {
  const { answers, busy, reset, tell, write } = steps;
  return (
    <Row gap={2} className={styles.buttons}>
      <Button onClick={reset} disabled={busy !== null}>
        {m.menuImport.file.chooseAnother}
      </Button>
      {report.state === "questions" ? (
        <Button
          variant="primary"
          busy={busy === "answering"}
          disabled={!report.questions.every((question) => isAnswered(question, answers))}
          onClick={tell}
        >
          {m.menuImport.questions.submit}
        </Button>
      ) : null}
      {isWritable(report) ? (
        <Button variant="primary" busy={busy === "writing"} onClick={write}>
          {busy === "writing" ? m.menuImport.confirm.running : m.menuImport.confirm.submit}
        </Button>
      ) : null}
    </Row>
  );
}

interface ImportDropZoneProps {
  disabled: boolean;
  onChoose: (files: readonly File[]) => void;
}

/** Takes one file, or several of one export: chosen from the disk, or dropped anywhere on the zone. */
function ImportDropZone({ disabled, onChoose }: ImportDropZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: Iterable<File> | null) => {
    const taken = [...(files ?? [])];
    if (taken.length > 0 && !disabled) onChoose(taken);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <>
      <p>{m.menuImport.file.lead}</p>
      <Text soft size="s">
        {m.menuImport.file.systems}
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
          multiple
          accept={EXTENSIONS}
          disabled={disabled}
          className="visually-hidden"
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])];
            // The same file, corrected, must count as a new choice.
            event.target.value = "";
            take(chosen);
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

interface LastImportsProps {
  truckId: string;
  busy: boolean;
  onUndo: (importId: string) => void;
}

/** The imports that can still be undone. */
function LastImports({ truckId, busy, onUndo }: LastImportsProps) {
  const { data = [] } = useQuery(menuImportsQuery(truckId));
  const undoable = data.filter(({ undoUntil }) => undoUntil);
  if (undoable.length === 0) return null;
  return (
    <section>
      <Box as="h3" marginBottom={1}>
        {m.menuImport.undo.title}
      </Box>
      <ul>
        {undoable.map(({ _id, files, added, changed }) => (
          <Row
            as="li"
            key={_id}
            gap={3}
            align="center"
            justify="between"
            paddingBlock={2}
            lineBelow
          >
            <Text as="span" breaks>
              {m.menuImport.undo.line({
                files: formatList(files),
                counts: countsOf({ added, changed, unchanged: 0 }),
              })}
            </Text>
            <Button disabled={busy} onClick={() => onUndo(_id)}>
              {m.menuImport.undo.submit}
            </Button>
          </Row>
        ))}
      </ul>
    </section>
  );
}

/** What the files would do to the menu, what has to be said first, or why they cannot be imported. */
function ImportReport({ report, steps }: { report: MenuImport; steps: Steps }) {
  const region = useRef<HTMLElement>(null);
  const { state } = report;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus has given way to another step.
  useEffect(() => {
    region.current?.focus();
  }, [state]);
  return (
    <Box
      as="section"
      radius="control"
      ref={region}
      // It may be longer than the drawer, and keys scroll only what has the focus.
      tabIndex={0}
      aria-label={m.menuImport.result.label}
      className={styles.report}
    >
      <Stack as="p" breaks>
        <strong>{formatList(report.files)}</strong>
        {state === "failed" ? null : (
          <Text as="span" soft size="s">
            {readLine(report)}
          </Text>
        )}
      </Stack>
      {state === "failed" ? <Problems report={report} /> : null}
      {state === "questions" ? (
        <ImportQuestions
          questions={report.questions}
          answers={steps.answers}
          onDecide={steps.decide}
        />
      ) : null}
      {state === "preview" ? <Plan report={report} /> : null}
      <LeftOut report={report} />
    </Box>
  );
}

function Problems({ report: { problems, files } }: { report: MenuImport }) {
  return (
    <Notice tone="danger" title={m.menuImport.file.failed} role="alert">
      {problems.map(({ file, message }) => (
        <p key={`${file} ${message}`}>
          {file && files.length > 1 ? m.menuImport.problems.ofFile({ file, message }) : message}
        </p>
      ))}
    </Notice>
  );
}

function LeftOut({ report: { leftOut } }: { report: MenuImport }) {
  if (leftOut.length === 0) return null;
  const more = leftOut.length - SHOWN_LEFT_OUT;
  return (
    <details>
      <summary className={styles.summary}>
        {m.menuImport.leftOut.title({ count: leftOut.length })}
      </summary>
      <ul>
        {leftOut.slice(0, SHOWN_LEFT_OUT).map((one) => (
          <li key={`${one.file} ${one.row} ${one.name} ${one.message}`}>
            <Text as="span" size="s" breaks>
              {leftOutLine(one)}
            </Text>
          </li>
        ))}
      </ul>
      {more > 0 ? <Text size="s">{m.menuImport.leftOut.more({ count: more })}</Text> : null}
    </details>
  );
}

function Plan({ report }: { report: MenuImport }) {
  const { changes = [] } = report.preview;
  if (!isWritable(report)) {
    return (
      <Notice tone="info" title={m.menuImport.nothing.title} role="status">
        {m.menuImport.nothing.hint}
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="good" title={m.menuImport.ready.title} role="status">
        {m.menuImport.ready.hint({ counts: countsOf(report.preview) })}
      </Notice>
      <Changes
        title={m.menuImport.ready.added}
        changes={changes.filter(({ kind }) => kind === "added")}
      />
      <Changes
        title={m.menuImport.ready.changed}
        changes={changes.filter(({ kind }) => kind === "changed")}
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
        {changes.map(({ file, row, name, item, differences = [] }) => (
          <Stack
            as="li"
            align="baseline"
            paddingBlock={2}
            lineBelow
            key={`${file} ${row}`}
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

/** Whether there is anything to write. */
function isWritable({ state, preview: { added, changed } }: MenuImport): boolean {
  return state === "preview" && added + changed > 0;
}
