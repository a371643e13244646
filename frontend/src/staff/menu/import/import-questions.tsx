import type { MenuImportQuestion } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { RadioBox } from "@/ui/controls/choices";
import { Notice } from "@/ui/feedback/notice";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./import.module.css";
import { differenceLines, itemLines } from "./import-words";
import type { ImportChoices } from "./use-import";

interface ImportQuestionsProps {
  questions: readonly MenuImportQuestion[];
  choices: ImportChoices;
  onDecide: (choices: ImportChoices) => void;
}

/** Rows of a name that is there already: each changes that menu item, or adds another one. */
export function ImportQuestions({ questions, choices, onDecide }: ImportQuestionsProps) {
  const decideAll = (choice: "change" | "add") =>
    onDecide(Object.fromEntries(questions.map(({ row }) => [row, choice])));
  return (
    <Stack as="section" gap={2} columns="fill">
      <Notice
        tone="warning"
        title={m.menuImport.twins.title({ count: questions.length })}
        role="status"
      >
        {m.menuImport.twins.hint}
      </Notice>
      {questions.length > 1 ? (
        <Row gap={2} className={styles.buttons}>
          <Button onClick={() => decideAll("change")}>{m.menuImport.twins.changeAll}</Button>
          <Button onClick={() => decideAll("add")}>{m.menuImport.twins.addAll}</Button>
        </Row>
      ) : null}
      {questions.map((question) => (
        <Question
          key={question.row}
          question={question}
          chosen={choices[question.row] ?? ""}
          onChoose={(choice) => onDecide({ [question.row]: choice })}
        />
      ))}
    </Stack>
  );
}

interface QuestionProps {
  question: MenuImportQuestion;
  chosen: string;
  onChoose: (choice: "change" | "add") => void;
}

function Question({ question, chosen, onChoose }: QuestionProps) {
  const { row, name, sameAsRow, item, differences } = question;
  const changed = differenceLines(differences);
  const box = { name: `import-row-${row}`, chosen, wide: true };
  return (
    <fieldset className={styles.question}>
      <Row as="legend" gap={3} align="baseline" justify="between" oneLine full>
        <Text as="span" weight={650} breaks>
          {sameAsRow
            ? m.menuImport.twins.inRow({ name, row: sameAsRow })
            : m.menuImport.twins.onMenu({ name })}
        </Text>
        <Text as="span" soft size="s">
          {m.menuImport.table.rowNumber({ row })}
        </Text>
      </Row>
      <RadioBox {...box} value="change" onChoose={() => onChoose("change")}>
        {m.menuImport.twins.change}
      </RadioBox>
      <RadioBox {...box} value="add" onChoose={() => onChoose("add")}>
        {m.menuImport.twins.add}
      </RadioBox>
      {chosen === "add" ? null : (
        <div>
          <Text as="span" soft size="s">
            {m.menuImport.twins.changes}
          </Text>
          <Lines lines={changed.length > 0 ? changed : [m.menuImport.twins.noChange]} />
        </div>
      )}
      {chosen === "change" ? null : (
        <div>
          <Text as="span" soft size="s">
            {m.menuImport.twins.additions}
          </Text>
          <Lines lines={itemLines(item)} />
        </div>
      )}
    </fieldset>
  );
}

export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <Text key={line} as="span" wide size="s" breaks>
      {line}
    </Text>
  ));
}
