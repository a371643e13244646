import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { errorMessage } from "@/domain/api/errors";
import type { PrepItem, PrepSheet } from "@/domain/api/staff-types";
import { shortDay } from "@/domain/time/calendar-day";
import { formatDay, formatTimeOfDay, zoneAbbreviation } from "@/domain/time/time-words";
import { messages as m } from "@/messages";
import { downloadPrepSheet, isStopMissing, prepSheetQuery } from "@/staff/reports/api";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { BackButton } from "@/ui/layout/back-button-and-return-to-list";
import { PageHeader } from "@/ui/layout/page-header";
import styles from "./prep-sheet.module.css";

export function PrepSheetPage() {
  const { id = "" } = useParams();
  return <PrepSheetScreen key={id} stopId={id} />;
}

/** What to prepare for a stop, to read on a phone or to print and tick off. */
function PrepSheetScreen({ stopId }: { stopId: string }) {
  const query = useQuery(prepSheetQuery(stopId));
  const sheet = query.data;
  useDocumentTitle(
    sheet
      ? m.prepSheet.titleFor({ place: sheet.placeName, day: shortDay(sheet.date) })
      : m.prepSheet.title,
  );
  if (!sheet && isStopMissing(query.error)) return <NoStop />;
  return (
    <div className={styles.paper}>
      <PageHeader
        title={m.prepSheet.title}
        description={sheet ? <StopWords sheet={sheet} /> : undefined}
        back={<Back sheet={sheet} />}
        actions={sheet && canBePrepared(sheet) ? <Actions stopId={stopId} /> : undefined}
      />
      <Loaded query={query} skeleton={<PrepSkeleton />} failed={m.prepSheet.failed}>
        {(found) => <Content sheet={found} error={query.error} />}
      </Loaded>
    </div>
  );
}

function Content({ sheet, error }: { sheet: PrepSheet; error: Error | null }) {
  if (sheet.state === "cancelled") {
    return (
      <EmptyState
        title={m.prepSheet.cancelled}
        description={m.prepSheet.cancelledHint}
        action={<ButtonLink to={scheduleOf(sheet)}>{m.common.openSchedule}</ButtonLink>}
      />
    );
  }
  if (sheet.items.length === 0) {
    return (
      <EmptyState
        title={m.prepSheet.emptyMenu}
        description={m.prepSheet.emptyMenuHint}
        action={
          <ButtonLink to={`/admin/menu?truck=${sheet.truckId}`}>{m.prepSheet.openMenu}</ButtonLink>
        }
      />
    );
  }
  return (
    <div className={styles.sheet}>
      {error ? (
        <div className={styles.screenOnly}>
          <Notice
            tone="warning"
            role="alert"
            title={m.prepSheet.failedStale({ reason: errorMessage(error) })}
          />
        </div>
      ) : null}
      <PrepBasis sheet={sheet} />
      <div className={styles.scroller}>
        <PrepTable sheet={sheet} />
      </div>
    </div>
  );
}

function StopWords({ sheet }: { sheet: PrepSheet }) {
  return (
    <>
      <Text tone="plain" size="l" weight={700}>
        {sheet.placeName}
      </Text>
      <p>{whenOf(sheet)}</p>
      <p>{sheet.truckName}</p>
      {sheet.state === "ended" ? <p>{m.common.stopIsOver}</p> : null}
    </>
  );
}

function Back({ sheet }: { sheet: PrepSheet | undefined }) {
  return (
    <div className={styles.screenOnly}>
      <BackButton fallback={sheet ? scheduleOf(sheet) : "/admin/schedule"} />
    </div>
  );
}

function Actions({ stopId }: { stopId: string }) {
  return (
    <Row gap={2} className={styles.actions}>
      <Button variant="primary" onClick={() => window.print()}>
        {m.common.print}
      </Button>
      <DownloadButton load={() => downloadPrepSheet(stopId)} fallbackName="prep-sheet.csv">
        {m.prepSheet.download}
      </DownloadButton>
    </Row>
  );
}

function NoStop() {
  return (
    <EmptyState
      headingLevel="h1"
      title={m.prepSheet.notFound}
      description={m.prepSheet.notFoundHint}
      action={<ButtonLink to="/admin/schedule">{m.common.openSchedule}</ButtonLink>}
    />
  );
}

function canBePrepared({ state, items }: PrepSheet): boolean {
  return state !== "cancelled" && items.length > 0;
}

/** The week of the stop, of its truck. */
function scheduleOf({ truckId, date }: PrepSheet): string {
  return `/admin/schedule?truck=${truckId}&week=${date}`;
}

/** What the expectation comes from: in words, and the stops one by one. */
function PrepBasis({ sheet }: { sheet: PrepSheet }) {
  const { kind, stops } = sheet.basis;
  return (
    <Stack as="section" gap={1} aria-labelledby="prep-basis">
      <Text as="h2" size="l" id="prep-basis">
        {basisOf(sheet)}
      </Text>
      <Text soft>{kind === "none" ? m.prepSheet.basis.nothingHint : m.prepSheet.basis.hint}</Text>
      {stops.length > 0 ? (
        <Row as="ul" gap={5} rowGap={1} marginTop={1} tabular aria-label={m.prepSheet.basis.stops}>
          {stops.map((stop) => (
            <li key={stop._id}>
              {shortDay(stop.date)}
              {kind === "weekday" ? `, ${stop.placeName}` : ""}:{" "}
              <strong>{m.prepSheet.pieces({ count: stop.pieces })}</strong>
            </li>
          ))}
        </Row>
      ) : null}
    </Stack>
  );
}

function PrepSkeleton() {
  return (
    <Skeletons
      label={m.prepSheet.loading}
      heights={["4rem", "3rem", "3rem", "3rem", "3rem", "3rem", "3rem"]}
      className={styles.sheet}
    />
  );
}

/** The columns that have something to say. */
interface Shown {
  expected: boolean;
  counted: boolean;
  /** Of how many stops an item may have run out. */
  stops: number;
}

/** What to prepare, by section of the menu. The boxes to tick off are there on paper only. */
function PrepTable({ sheet }: { sheet: PrepSheet }) {
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
function whenOf({ startsAt, endsAt, timezone }: PrepSheet): string {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  return m.common.dayFromTo({
    day: formatDay(start, timezone),
    from: formatTimeOfDay(start, timezone),
    to: `${formatTimeOfDay(end, timezone)} ${zoneAbbreviation(end, timezone)}`,
  });
}

/** From which stops the expectation comes, and why from those. */
function basisOf({ basis, placeName }: PrepSheet): string {
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
