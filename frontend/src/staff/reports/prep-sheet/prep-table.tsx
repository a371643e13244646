import type { PrepItem, PrepSheet } from "@/domain/api/staff-types";
import { formatDay } from "@/domain/time/dates";
import { formatTimeOfDay, zoneAbbreviation } from "@/domain/time/time-words";
import { messages as m } from "@/messages";
import { Box, Text } from "@/ui/layout";
import styles from "./prep-sheet.module.css";

/** The columns that have something to say. */
interface Shown {
  expected: boolean;
  counted: boolean;
  /** Of how many stops an item may have run out. */
  stops: number;
}

/** What to prepare, by section of the menu. The boxes to tick off are there on paper only. */
export function PrepTable({ sheet }: { sheet: PrepSheet }) {
  const { basis, items } = sheet;
  const shown = {
    expected: basis.kind !== "none",
    counted: items.some(({ counted }) => counted !== null),
    stops: basis.stops.length,
  };
  const sections = sectionsOf(items);
  return (
    <Box as="table" full tabular className={styles.table}>
      <caption className="visually-hidden">{m.prepSheet.table.label}</caption>
      <thead className={styles.head}>
        <tr>
          <th scope="col" className={styles.tick}>
            {m.common.done}
          </th>
          <th scope="col" className={styles.name}>
            {m.prepSheet.table.item}
          </th>
          {shown.expected ? (
            <th scope="col">
              {m.prepSheet.table.expected}
              <Range />
            </th>
          ) : null}
          <th scope="col">
            {sheet.state === "upcoming" ? m.prepSheet.table.preordered : m.prepSheet.table.ordered}
          </th>
          {shown.counted ? <th scope="col">{m.common.counted}</th> : null}
        </tr>
      </thead>
      {sections.map((section) => (
        <SectionRows key={section.title} section={section} shown={shown} />
      ))}
      <tbody className={styles.total}>
        <tr>
          <td className={styles.tick} />
          <th scope="row" className={styles.name}>
            {m.common.total}
          </th>
          <Sums totals={totalsOf(items)} shown={shown} />
        </tr>
      </tbody>
    </Box>
  );
}

function SectionRows({ section, shown }: { section: PrepSection; shown: Shown }) {
  return (
    <tbody>
      <tr className={styles.section}>
        <td className={styles.tick} />
        <th scope="rowgroup" className={styles.name}>
          {section.title}
        </th>
        <Sums totals={section} shown={shown} />
      </tr>
      {section.items.map((item) => (
        <ItemRow key={item.menuItemId ?? item.name} item={item} shown={shown} />
      ))}
    </tbody>
  );
}

function Sums({ totals, shown }: { totals: PrepTotals; shown: Shown }) {
  return (
    <>
      {shown.expected ? (
        <td>
          {totals.expected}
          <Range />
        </td>
      ) : null}
      <td>{totals.preordered}</td>
      {shown.counted ? <td /> : null}
    </>
  );
}

function ItemRow({ item, shown }: { item: PrepItem; shown: Shown }) {
  return (
    <tr className={styles.item}>
      <td className={styles.tick}>
        <span className={styles.box} />
      </td>
      <th scope="row" className={styles.name}>
        {item.name}
        {item.soldOutStops > 0 ? (
          <Text as="span" block tone="warning" size="s" weight={500}>
            {m.prepSheet.table.soldOutEarly({ count: item.soldOutStops, stops: shown.stops })}
          </Text>
        ) : null}
      </th>
      {shown.expected ? (
        <td>
          <Text as="span" size="l" weight={750}>
            {item.expected}
          </Text>
          <Range>{rangeOf(item)}</Range>
        </td>
      ) : null}
      <td>{item.preordered}</td>
      {shown.counted ? <td>{item.counted ?? <NotCounted />}</td> : null}
    </tr>
  );
}

/** Takes its place without a range too, so that the figures before it stay in one line. */
function Range({ children }: { children?: string | null }) {
  return (
    <Text as="span" block soft size="s" weight={500} nowrap className={styles.range}>
      {children}
    </Text>
  );
}

function NotCounted() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{m.common.notCounted}</span>
    </>
  );
}

interface PrepSection extends PrepTotals {
  title: string;
  items: PrepItem[];
}

interface PrepTotals {
  /** Null where nothing can be expected. */
  expected: number | null;
  preordered: number;
}

/** The items by the section of the menu they are in, each section where its first item is. */
function sectionsOf(items: readonly PrepItem[]): PrepSection[] {
  const sections = new Map<string, PrepItem[]>();
  for (const item of items) {
    const title = item.section.trim() || m.prepSheet.table.otherItems;
    sections.set(title, [...(sections.get(title) ?? []), item]);
  }
  return [...sections].map(([title, found]) => ({ title, items: found, ...totalsOf(found) }));
}

/** All pieces of some items. */
function totalsOf(items: readonly PrepItem[]): PrepTotals {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const expected = items.map((item) => item.expected).filter((value) => value !== null);
  return {
    expected: expected.length > 0 ? sum(expected) : null,
    preordered: sum(items.map((item) => item.preordered)),
  };
}

/** "Monday, November 30, 11:00 AM to 2:00 PM PST": the day and the times on the clock of the place. */
export function whenOf({ startsAt, endsAt, timezone }: PrepSheet): string {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  return m.common.dayFromTo({
    day: formatDay(start, timezone),
    from: formatTimeOfDay(start, timezone),
    to: `${formatTimeOfDay(end, timezone)} ${zoneAbbreviation(end, timezone)}`,
  });
}

/** From which stops the expectation comes, and why from those. */
export function basisOf({ basis, placeName }: PrepSheet): string {
  const given = { count: basis.stops.length, place: placeName, weekday: basis.weekday };
  if (basis.kind === "place_and_weekday") return m.prepSheet.basis.placeAndWeekday(given);
  if (basis.kind === "place") return m.prepSheet.basis.place(given);
  if (basis.kind === "weekday") return m.prepSheet.basis.weekday(given);
  return m.prepSheet.basis.nothing;
}

/** "18 to 31"; null where every stop had the same. */
function rangeOf({ low, high }: PrepItem): string | null {
  if (low === null || high === null || low === high) return null;
  return m.prepSheet.table.range({ low, high });
}
