import type {
  MenuImport,
  MenuImportDifference,
  MenuImportGroup,
  MenuImportItem,
  MenuImportLeftOut,
  MenuImportQuestion,
} from "@/domain/api/staff-types";
import { translateError } from "@/domain/api/translate-errors";
import { allergenList, dietList } from "@/domain/menu/diets-and-allergens";
import { saleTimeSentence } from "@/domain/menu/sale-time-words";
import { dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";

/** The import with its sentences in the language of the screen. */
export async function wordImport(report: MenuImport): Promise<MenuImport> {
  return {
    ...report,
    questions: await Promise.all(report.questions.map(wordQuestion)),
    problems: await Promise.all(report.problems.map(worded)),
    leftOut: await Promise.all(report.leftOut.map(worded)),
  };
}

async function worded<Said extends { code: string; message: string; params?: object }>(
  said: Said,
): Promise<Said> {
  const { code, params, message } = said;
  const translated = (await translateError({ reason: code, params, message })) as Said;
  return { ...said, message: translated.message };
}

/** Says which option of which group it is about. */
async function wordQuestion(question: MenuImportQuestion): Promise<MenuImportQuestion> {
  const said = await worded(question);
  const { group, option, message: problem } = said;
  if (!group) return said;
  const message = option
    ? m.menuImport.problems.atOption({ group, option, problem })
    : m.menuImport.problems.atGroup({ group, problem });
  return { ...said, message };
}

/** The system that the files come from; null for the product's own columns and for unknown ones. */
function shapeName(shape: MenuImport["shape"]): string | null {
  const names: Record<string, string> = {
    square: "Square",
    clover: "Clover",
    toast: "Toast",
    loyverse: "Loyverse",
    shopify: "Shopify",
    woocommerce: "WooCommerce",
    tastyigniter: "TastyIgniter",
    gloriafood: "GloriaFood",
    uber_eats: "Uber Eats",
    doordash: "DoorDash",
    schema_org: "schema.org",
  };
  return names[shape ?? ""] ?? null;
}

/** "12 rows read, from Square" */
export function readLine({ preview, shape }: MenuImport): string {
  const rows = m.menuImport.result.rows({ rows: preview.rows });
  const system = shapeName(shape);
  return system ? m.menuImport.result.from({ rows, system }) : rows;
}

interface Counts {
  added: number;
  changed: number;
  unchanged: number;
}

/** "2 added, 1 changed, and 12 left as they are" */
export function countsOf({ added, changed, unchanged }: Counts): string {
  const parts = [
    added > 0 && m.menuImport.counts.added({ added }),
    changed > 0 && m.menuImport.counts.changed({ changed }),
    unchanged > 0 && m.menuImport.counts.unchanged({ unchanged }),
  ];
  return formatList(parts.filter((part) => part !== false));
}

export function leftOutLine({ row = 0, name = "", message }: MenuImportLeftOut): string {
  if (name) return m.menuImport.leftOut.ofItem({ row, name, message });
  return row ? m.menuImport.notes.ofRow({ row, note: message }) : message;
}

export function fieldName(field: string): string {
  const names = m.menuImport.fields;
  return field in names ? names[field as keyof typeof names] : field;
}

/** What a question is about: the menu item, and what of it. */
export function questionTitle(question: MenuImportQuestion): string {
  const { kind, row = 0, sameAsRow } = question;
  if (kind === "sheet") return question.message;
  const name = question.name || m.menuImport.questions.nameless({ row });
  if (kind === "same_name") {
    return sameAsRow
      ? m.menuImport.twins.inRow({ name, row: sameAsRow })
      : m.menuImport.twins.onMenu({ name });
  }
  return m.menuImport.questions.about({ name, field: fieldName(question.field ?? "") });
}

export function choiceName(choice: string, question: MenuImportQuestion): string {
  const { kind, suggestion = "", value = "", columns = [], rows = [] } = question;
  const sheet = columns.findIndex((column) => column.value === choice);
  if (kind === "sheet" && sheet >= 0) {
    const titles = formatList(rows[sheet]?.filter((title) => title !== "") ?? []);
    return m.menuImport.choices.sheet({ name: columns[sheet]?.title ?? choice, columns: titles });
  }
  switch (choice) {
    case "all_sheets":
      return m.menuImport.choices.allSheets;
    case "change":
      return m.menuImport.twins.change;
    case "add":
      return question.kind === "same_name" ? m.menuImport.twins.add : m.menuImport.choices.add;
    case "as_suggested":
      return m.menuImport.choices.suggested({ suggestion });
    case "as_written":
      return value ? m.menuImport.choices.written({ value }) : m.menuImport.choices.asItIs;
    case "all_sizes":
      return m.menuImport.choices.allSizes({ groups: value });
    case "without":
      return m.menuImport.choices.withoutGroups;
    case "cut":
      return m.menuImport.choices.cut;
    case "keep":
      return m.menuImport.choices.keep;
    default:
      return m.menuImport.choices.leaveOut;
  }
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
    item.diets && m.menuImport.item.diets({ said: dietList(item.diets) }),
    item.allergens && m.menuImport.item.allergens({ said: allergenList(item.allergens) }),
    item.saleTimes && m.menuImport.item.times({ said: saleTimeSentence(item.saleTimes) }),
    item.translations && m.menuImport.item.translations({ said: item.translations }),
    position !== null && m.menuImport.item.position({ position }),
  ];
  return lines.filter((line) => typeof line === "string" && line !== "") as string[];
}

/** "Size, choose 1: Small · Large +$2.00", and which are free. */
function groupLine(group: MenuImportGroup): string {
  const free = group.freeCount ?? 0;
  const line = choiceLine(group);
  return free > 0 ? `${line} (${m.menuItem.choose.free({ count: free })})` : line;
}

function choiceLine({ name, minSelect, maxSelect, options }: MenuImportGroup): string {
  const listed = options
    .map(({ name: option, additionalPrice, isAvailable, maxQuantity = 1 }) => {
      const most = maxQuantity > 1 ? ` (${m.menuItem.choose.upTo({ most: maxQuantity })})` : "";
      const price = additionalPrice > 0 ? ` +${dollars(additionalPrice)}` : "";
      const priced = `${option}${price}${most}`;
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

function timesOrAlways(times: MenuImportDifference["timesBefore"]): string {
  return saleTimeSentence(times ?? []) || m.menuImport.change.alwaysSold;
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
    case "diets":
      return m.menuImport.change.diets({ before: dietList(before), after: dietList(after) });
    case "allergens":
      return m.menuImport.change.allergens({
        before: allergenList(before),
        after: allergenList(after),
      });
    case "saleTimes":
      return m.menuImport.change.times({
        before: timesOrAlways(difference.timesBefore),
        after: timesOrAlways(difference.timesAfter),
      });
    case "translations":
      return m.menuImport.change.translations(quoted(before, after));
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
