import type { PrepItem, PrepSheet } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { Text } from "@/ui/layout";
import { type PrepSection, type PrepTotals, sectionsOf, totalsOf } from "./prep-sections";
import styles from "./prep-sheet.module.css";
import { rangeOf } from "./prep-words";

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
    <table className={styles.table}>
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
    </table>
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
