import type { MenuImportQuestion } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import type { ImportAnswers } from "@/staff/menu/api";
import { Button } from "@/ui/controls/button";
import { RadioBox } from "@/ui/controls/radio-choices";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { Textarea } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./import.module.css";
import { choiceName, differenceLines, fieldName, itemLines, questionTitle } from "./import-words";

const LEAVE_OUT = "leave_out";
const CORRECT = "correct";

interface ImportQuestionsProps {
  questions: readonly MenuImportQuestion[];
  answers: ImportAnswers;
  onDecide: (answers: ImportAnswers) => void;
}

/** Whether a question can be sent: an optional one always can. */
export function isAnswered(
  { _id, isRequired = true }: MenuImportQuestion,
  answers: ImportAnswers,
): boolean {
  return !isRequired || (answers[_id] ?? "").trim() !== "";
}

/** What only a person can say about the files, before anything is shown as certain. */
export function ImportQuestions({ questions, answers, onDecide }: ImportQuestionsProps) {
  const columns = questions.filter(({ kind }) => kind === "column");
  const others = questions.filter(({ kind }) => kind !== "column");
  const twins = others.filter(({ kind }) => kind === "same_name");
  const decideAll = (choice: string) =>
    onDecide(Object.fromEntries(twins.map(({ _id }) => [_id, choice])));
  return (
    <Stack as="section" gap={2} columns="fill">
      <Notice
        tone="warning"
        title={m.menuImport.questions.title({ count: columns.length ? 1 : others.length })}
        role="status"
      >
        {m.menuImport.questions.hint}
      </Notice>
      {columns.length > 0 ? (
        <Columns questions={columns} answers={answers} onDecide={onDecide} />
      ) : null}
      {twins.length > 1 ? (
        <Row gap={2} className={styles.buttons}>
          <Button onClick={() => decideAll("change")}>{m.menuImport.twins.changeAll}</Button>
          <Button onClick={() => decideAll("add")}>{m.menuImport.twins.addAll}</Button>
        </Row>
      ) : null}
      {others.map((question) => (
        <Question
          key={question._id}
          question={question}
          chosen={answers[question._id] ?? ""}
          onChoose={(choice) => onDecide({ [question._id]: choice })}
        />
      ))}
    </Stack>
  );
}

/** The first rows of an unknown table, and what each column is. */
function Columns({ questions, answers, onDecide }: ImportQuestionsProps) {
  const [{ columns = [], rows = [] } = {}] = questions;
  return (
    <>
      <div className={styles.rows}>
        <table>
          <caption className="visually-hidden">{m.menuImport.columns.rows}</caption>
          <thead>
            <tr>
              {columns.map(({ value, title }) => (
                <th key={value} scope="col">
                  {title || value}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr key={cells.join("|")}>
                {columns.map(({ value }, at) => (
                  <td key={value}>{cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {questions.map(({ _id, field = "", isRequired = true, suggestion = "" }) => (
        <Field
          key={_id}
          label={m.menuImport.columns.which({ field: fieldName(field) })}
          hint={isRequired ? undefined : m.menuImport.columns.optional}
        >
          <Select
            value={answers[_id] ?? ""}
            onChange={(event) => onDecide({ [_id]: event.target.value })}
          >
            <option value="">
              {isRequired ? m.menuImport.columns.choose : m.menuImport.columns.none}
            </option>
            {columns.map(({ value, title }) => (
              <option key={value} value={value}>
                {value === suggestion
                  ? m.menuImport.columns.likely({ column: title || value })
                  : title || value}
              </option>
            ))}
          </Select>
        </Field>
      ))}
    </>
  );
}

interface QuestionProps {
  question: MenuImportQuestion;
  chosen: string;
  onChoose: (choice: string) => void;
}

function Question({ question, chosen, onChoose }: QuestionProps) {
  const { _id, kind, row = 0, message, choices = [], isText = false, value = "" } = question;
  const isWritten = chosen !== "" && !choices.includes(chosen);
  const box = { name: `import-${_id}`, chosen: isWritten ? CORRECT : chosen, wide: true };
  return (
    <fieldset className={styles.question}>
      <Row as="legend" gap={3} align="baseline" justify="between" oneLine full marginBottom={1}>
        <Text as="span" weight={650} breaks>
          {questionTitle(question)}
        </Text>
        {row > 0 ? (
          <Text as="span" soft size="s">
            {m.menuImport.table.rowNumber({ row })}
          </Text>
        ) : null}
      </Row>
      {kind === "same_name" || kind === "sheet" ? null : (
        <Text as="span" size="s" breaks>
          {message}
        </Text>
      )}
      {isText ? (
        <>
          <RadioBox {...box} value={CORRECT} onChoose={() => onChoose(value || " ")}>
            {m.menuImport.choices.correct}
          </RadioBox>
          {isWritten ? (
            <Field label={fieldName(question.field ?? "")}>
              <Textarea
                rows={question.field === "options" || question.field === "description" ? 4 : 1}
                value={chosen === " " ? "" : chosen}
                onChange={(event) => onChoose(event.target.value || " ")}
              />
            </Field>
          ) : null}
        </>
      ) : null}
      {choices.map((choice) => (
        <RadioBox key={choice} {...box} value={choice} onChoose={() => onChoose(choice)}>
          {choiceName(choice, question)}
        </RadioBox>
      ))}
      {question.kind === "same_name" && chosen !== LEAVE_OUT ? (
        <Twins question={question} chosen={chosen} />
      ) : null}
    </fieldset>
  );
}

/** What each of the two choices about a known name would do. */
function Twins({ question, chosen }: { question: MenuImportQuestion; chosen: string }) {
  const { item, differences = [] } = question;
  const changed = differenceLines(differences);
  return (
    <>
      {chosen === "add" ? null : (
        <div>
          <Text as="span" soft size="s">
            {m.menuImport.twins.changes}
          </Text>
          <Lines lines={changed.length > 0 ? changed : [m.menuImport.twins.noChange]} />
        </div>
      )}
      {chosen === "change" || !item ? null : (
        <div>
          <Text as="span" soft size="s">
            {m.menuImport.twins.additions}
          </Text>
          <Lines lines={itemLines(item)} />
        </div>
      )}
    </>
  );
}

export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <Text key={line} as="span" wide size="s" breaks>
      {line}
    </Text>
  ));
}
