import type {
  MenuImportDifference,
  MenuImportGroup,
  MenuImportItem,
  MenuImportQuestion,
} from "@/domain/api/admin-types";
import { dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { RadioBox } from "@/ui/controls/choices/radio-box";
import { Notice } from "@/ui/feedback/notice";
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
    <section className={styles.questions}>
      <Notice
        tone="warning"
        title={m.staff.menuImport.sameNames({ count: questions.length })}
        role="status"
      >
        {m.staff.menuImport.sayForEach}
      </Notice>
      {questions.length > 1 ? (
        <div className={styles.buttons}>
          <Button onClick={() => decideAll("change")}>{m.staff.menuImport.changeAll}</Button>
          <Button onClick={() => decideAll("add")}>{m.staff.menuImport.addAll}</Button>
        </div>
      ) : null}
      {questions.map((question) => (
        <Question
          key={question.row}
          question={question}
          chosen={choices[question.row] ?? ""}
          onChoose={(choice) => onDecide({ [question.row]: choice })}
        />
      ))}
    </section>
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
      <legend className={styles.legend}>
        <span className={styles.name}>
          {sameAsRow
            ? m.staff.menuImport.nameInRow({ name, row: sameAsRow })
            : m.staff.menuImport.nameOnMenu({ name })}
        </span>
        <span className={styles.soft}>{m.staff.menuImport.row2({ row })}</span>
      </legend>
      <RadioBox {...box} value="change" onChoose={() => onChoose("change")}>
        {m.staff.menuImport.changeThatOne}
      </RadioBox>
      <RadioBox {...box} value="add" onChoose={() => onChoose("add")}>
        {m.staff.menuImport.addAnotherOne}
      </RadioBox>
      {chosen === "add" ? null : (
        <div>
          <span className={styles.soft}>{m.staff.menuImport.whatChanges}</span>
          <Lines lines={changed.length > 0 ? changed : [m.staff.menuImport.nothingChanges]} />
        </div>
      )}
      {chosen === "change" ? null : (
        <div>
          <span className={styles.soft}>{m.staff.menuImport.whatIsAdded}</span>
          <Lines lines={itemLines(item)} />
        </div>
      )}
    </fieldset>
  );
}

export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className={styles.detail}>
      {line}
    </span>
  ));
}

/** All that the file says of a new menu item, as customers will read it. */
export function itemLines(item: MenuImportItem): string[] {
  const say = m.staff.menuImport;
  const { category, section, description, position } = item;
  const lines = [
    say.priceIs({ price: dollars(item.basePrice) }),
    category && say.categoryIs({ category }),
    section && say.sectionIs({ section }),
    description && say.descriptionIs({ description }),
    !item.isAvailable && say.soldOut,
    item.imageUrl ? say.withImage : say.withoutImage,
    ...(item.optionGroups.length > 0 ? item.optionGroups.map(groupLine) : [say.noOptions]),
    item.prepUnits !== 1 && say.unitsAre({ units: item.prepUnits }),
    position !== null && say.positionIs({ position }),
  ];
  return lines.filter((line) => typeof line === "string" && line !== "") as string[];
}

/** "Size, choose 1: Small · Large +$2.00" */
function groupLine({ name, minSelect, maxSelect, options }: MenuImportGroup): string {
  const say = m.staff.menuImport;
  const listed = options
    .map(({ name: option, additionalPrice, isAvailable }) => {
      const priced = additionalPrice > 0 ? `${option} +${dollars(additionalPrice)}` : option;
      return isAvailable ? priced : say.soldOutOption({ option: priced });
    })
    .join(" · ");
  if (minSelect === maxSelect) return say.groupExactly({ name, count: minSelect, options: listed });
  if (minSelect === 0) return say.groupUpTo({ name, most: maxSelect, options: listed });
  return say.groupBetween({ name, least: minSelect, most: maxSelect, options: listed });
}

export function differenceLines(differences: readonly MenuImportDifference[]): string[] {
  return differences.map(differenceLine);
}

function differenceLine(difference: MenuImportDifference): string {
  const say = m.staff.menuImport;
  const { field, before, after } = difference;
  switch (field) {
    case "name":
      return say.nameChanges(quoted(before, after));
    case "description":
      return say.descriptionChanges(quoted(before, after));
    case "category":
      return say.categoryChanges(quoted(before, after));
    case "section":
      return say.sectionChanges(quoted(before, after));
    case "basePrice":
      return say.priceChanges({ before: dollars(Number(before)), after: dollars(Number(after)) });
    case "position":
      return say.positionChanges(plain(before, after));
    case "prepUnits":
      return say.unitsChange(plain(before, after));
    case "isAvailable":
      return after ? say.nowOnSale : say.nowSoldOut;
    case "imageUrl":
      if (!after) return say.imageRemoved;
      return before ? say.imageReplaced : say.imageAdded;
    case "optionGroups":
      return groupsLine(difference);
  }
}

function groupsLine({ groupBefore, groupAfter }: MenuImportDifference): string {
  const say = m.staff.menuImport;
  if (groupBefore && groupAfter)
    return say.optionsChange({ before: groupLine(groupBefore), after: groupLine(groupAfter) });
  if (groupAfter) return say.optionsAdded({ group: groupLine(groupAfter) });
  if (groupBefore) return say.optionsRemoved({ group: groupLine(groupBefore) });
  return say.optionsReordered;
}

type Value = MenuImportDifference["before"];

function quoted(before: Value, after: Value) {
  const one = (text: Value) => (text ? `“${text}”` : m.staff.menuImport.nothing);
  return { before: one(before), after: one(after) };
}

function plain(before: Value, after: Value) {
  return { before: String(before ?? m.staff.menuImport.nothing), after: String(after) };
}

function dollars(amount: number): string {
  return formatCents(dollarsToCents(amount));
}
