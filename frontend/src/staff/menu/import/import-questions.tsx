import type {
  MenuImportDifference,
  MenuImportGroup,
  MenuImportItem,
  MenuImportQuestion,
} from "@/domain/api/staff-types";
import { dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { RadioBox } from "@/ui/controls/choices";
import { Notice } from "@/ui/feedback/notice";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./import.module.css";
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

/** All that the file says of a new menu item, as customers will read it. */
export function itemLines(item: MenuImportItem): string[] {
  const { category, section, description, position } = item;
  const lines = [
    m.menuImport.item.price({ price: dollars(item.basePrice) }),
    category && m.menuImport.item.category({ category }),
    section && m.menuImport.item.section({ section }),
    description && m.menuImport.item.description({ description }),
    !item.isAvailable && m.common.soldOut,
    item.imageUrl ? m.menuImport.item.withImage : m.menuImport.item.withoutImage,
    ...(item.optionGroups.length > 0
      ? item.optionGroups.map(groupLine)
      : [m.menuImport.item.noOptions]),
    item.prepUnits !== 1 && m.menuImport.item.units({ units: item.prepUnits }),
    item.taxClass !== "standard" &&
      m.menuImport.item.tax({ tax: m.common.taxClasses[item.taxClass] }),
    position !== null && m.menuImport.item.position({ position }),
  ];
  return lines.filter((line) => typeof line === "string" && line !== "") as string[];
}

/** "Size, choose 1: Small · Large +$2.00" */
function groupLine({ name, minSelect, maxSelect, options }: MenuImportGroup): string {
  const listed = options
    .map(({ name: option, additionalPrice, isAvailable }) => {
      const priced = additionalPrice > 0 ? `${option} +${dollars(additionalPrice)}` : option;
      return isAvailable ? priced : m.menuImport.item.soldOutOption({ option: priced });
    })
    .join(" · ");
  if (minSelect === maxSelect)
    return m.menuImport.item.groupExactly({ name, count: minSelect, options: listed });
  if (minSelect === 0)
    return m.menuImport.item.groupUpTo({ name, most: maxSelect, options: listed });
  return m.menuImport.item.groupBetween({
    name,
    least: minSelect,
    most: maxSelect,
    options: listed,
  });
}

export function differenceLines(differences: readonly MenuImportDifference[]): string[] {
  return differences.map(differenceLine);
}

function differenceLine(difference: MenuImportDifference): string {
  const { field, before, after } = difference;
  switch (field) {
    case "name":
      return m.menuImport.change.name(quoted(before, after));
    case "description":
      return m.menuImport.change.description(quoted(before, after));
    case "category":
      return m.menuImport.change.category(quoted(before, after));
    case "section":
      return m.menuImport.change.section(quoted(before, after));
    case "basePrice":
      return m.menuImport.change.price({
        before: dollars(Number(before)),
        after: dollars(Number(after)),
      });
    case "position":
      return m.menuImport.change.position(plain(before, after));
    case "prepUnits":
      return m.menuImport.change.units(plain(before, after));
    case "taxClass":
      return m.menuImport.change.tax({ before: taxName(before), after: taxName(after) });
    case "isAvailable":
      return after ? m.menuImport.change.available : m.menuImport.change.soldOut;
    case "imageUrl":
      if (!after) return m.menuImport.change.imageRemoved;
      return before ? m.menuImport.change.imageReplaced : m.menuImport.change.imageAdded;
    case "optionGroups":
      return groupsLine(difference);
  }
}

function taxName(taxClass: MenuImportDifference["before"]): string {
  if (taxClass === "reduced" || taxClass === "exempt") return m.common.taxClasses[taxClass];
  return m.common.taxClasses.standard;
}

function groupsLine({ groupBefore, groupAfter }: MenuImportDifference): string {
  if (groupBefore && groupAfter)
    return m.menuImport.change.options({
      before: groupLine(groupBefore),
      after: groupLine(groupAfter),
    });
  if (groupAfter) return m.menuImport.change.optionsAdded({ group: groupLine(groupAfter) });
  if (groupBefore) return m.menuImport.change.optionsRemoved({ group: groupLine(groupBefore) });
  return m.menuImport.change.optionsReordered;
}

type Value = MenuImportDifference["before"];

function quoted(before: Value, after: Value) {
  const one = (text: Value) => (text ? `“${text}”` : m.menuShared.nothing);
  return { before: one(before), after: one(after) };
}

function plain(before: Value, after: Value) {
  return { before: String(before ?? m.menuShared.nothing), after: String(after) };
}

function dollars(amount: number): string {
  return formatCents(dollarsToCents(amount));
}
