import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { OrderCounts, OrderStatus } from "@/domain/api/staff-types";
import type { OrderFilter, StatusFilter } from "@/domain/query-keys";
import { isCalendarDay } from "@/domain/time/calendar-day";
import { messages as m } from "@/messages";
import { DayRange } from "@/staff/shared/day-range";
import { statusBadges } from "@/staff/shared/order-badges-and-warnings";
import { STATUSES } from "@/staff/shared/order-rules";
import { Button } from "@/ui/controls/button";
import { SearchInput } from "@/ui/inputs/search-input";
import { Row, Text } from "@/ui/layout";
import styles from "./orders-board.module.css";

/** Finds older orders: by number, name or phone, and by the day they were placed. */
export function OrderFilters({ filter, choose }: FilterChoice) {
  const [typed, setTyped] = useTypedSearch({ filter, choose });
  const hasDays = filter.from !== "" || filter.to !== "";
  const [isOpen, setOpen] = useState(hasDays);
  return (
    <Row gap={2}>
      <div className={styles.search}>
        <SearchInput label={m.orders.filter.search} value={typed} onChange={setTyped} />
      </div>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {hasDays ? m.orders.filter.datesOn : m.orders.filter.dates}
      </Button>
      {isOpen ? (
        <DayRange
          label={m.orders.filter.dates}
          from={filter.from}
          to={filter.to}
          onShow={choose}
          className={styles.days}
          dayClassName={styles.day}
        >
          {hasDays ? (
            <Button variant="quiet" onClick={() => choose({ from: "", to: "" })}>
              {m.orders.filter.anyDay}
            </Button>
          ) : null}
        </DayRange>
      ) : null}
    </Row>
  );
}

interface StatusTabsProps {
  chosen: StatusFilter;
  counts: OrderCounts | undefined;
  onChoose: (filter: StatusFilter) => void;
}

/** Filters by status, each with its number over all orders of the truck. */
export function StatusTabs({ chosen, counts, onChoose }: StatusTabsProps) {
  const sumOf = (statuses: readonly OrderStatus[]) =>
    counts ? statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0) : undefined;
  return (
    <fieldset className={styles.tabs}>
      <legend className="visually-hidden">{m.orders.filter.statusLabel}</legend>
      <Tab
        label={m.orders.filter.openOnes}
        count={sumOf(OPEN_STATUSES)}
        on={chosen === "open"}
        onClick={() => onChoose("open")}
      />
      <Tab
        label={m.orders.filter.all}
        count={sumOf(STATUSES)}
        on={chosen === "all"}
        onClick={() => onChoose("all")}
      />
      {STATUSES.map((status) => (
        <Tab
          key={status}
          label={statusBadges()[status].label}
          count={counts?.[status]}
          on={chosen === status}
          onClick={() => onChoose(status)}
        />
      ))}
    </fieldset>
  );
}

interface TabProps {
  label: string;
  count: number | undefined;
  on: boolean;
  onClick: () => void;
}

function Tab({ label, count, on, onClick }: TabProps) {
  return (
    <Row
      as="button"
      bare
      inline
      oneLine
      gap={2}
      align="center"
      soft
      weight={650}
      nowrap
      type="button"
      className={styles.tab}
      aria-pressed={on}
      onClick={onClick}
    >
      {label}{" "}
      {count === undefined ? null : (
        <Text as="span" size="s" tabular>
          {count}
        </Text>
      )}
    </Row>
  );
}

const OPEN_STATUSES: readonly OrderStatus[] = ["pending", "confirmed", "preparing", "ready"];

const SEARCH_AFTER_MS = 400;

export interface FilterChoice {
  filter: OrderFilter;
  /** Goes to another view of the orders, at its newest page; the browser's Back leads out of it. */
  choose: (change: Partial<OrderFilter>) => void;
}

/** The filter that the address holds. */
export function useOrderFilter(): FilterChoice {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const isSearching = filter.search !== "";
  const choose = useCallback(
    (change: Partial<OrderFilter>) => {
      // Typing on in a search is not another step for each pause.
      const isTyping = isSearching && Object.keys(change).join() === "search";
      setParams((present) => writeFilter(present, changed(present, change)), {
        preventScrollReset: true,
        replace: isTyping,
      });
    },
    [setParams, isSearching],
  );
  return { filter, choose };
}

/** The filter after a change. A lookup is among all orders, unless another status was chosen; without it, back to the open ones. */
function changed(params: URLSearchParams, change: Partial<OrderFilter>): OrderFilter {
  const next = { ...readFilter(params), cursor: "", ...change };
  // The open orders are followed as they are: looked up is among all.
  if (change.status === "open") return OPEN;
  const isChosen = change.status !== undefined || params.has(NAMES.status);
  return isChosen ? next : { ...next, status: usualStatus(next) };
}

/** What is being typed into the search; the orders follow once the typing rests. */
function useTypedSearch({ filter, choose }: FilterChoice): [string, (text: string) => void] {
  const { search } = filter;
  const [typed, setTyped] = useState(search);
  const [asked, setAsked] = useState(search);
  const [shown, setShown] = useState(search);
  if (search !== shown) {
    setShown(search);
    // Not what was typed here: the way back, or a cleared filter.
    if (search !== asked) {
      setAsked(search);
      setTyped(search);
    }
  }
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === asked) return;
    const timer = setTimeout(() => {
      setAsked(wanted);
      choose({ search: wanted });
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, asked, choose]);
  return [typed, setTyped];
}

/** What the board shows at first. All of a filter is in the address. */
export const OPEN: OrderFilter = { status: "open", search: "", from: "", to: "", cursor: "" };
/** All orders, the newest first. */
export const EVERYTHING: OrderFilter = { status: "all", search: "", from: "", to: "", cursor: "" };

const LONGEST_SEARCH = 100;
const NAMES = { status: "status", search: "q", from: "from", to: "to", cursor: "older" } as const;

function readFilter(params: URLSearchParams): OrderFilter {
  const status = params.get(NAMES.status) as OrderStatus | "all";
  const lookup = {
    search: (params.get(NAMES.search) ?? "").slice(0, LONGEST_SEARCH),
    from: dayOf(params.get(NAMES.from)),
    to: dayOf(params.get(NAMES.to)),
    cursor: params.get(NAMES.cursor) ?? "",
  };
  const isKnown = status === "all" || STATUSES.includes(status);
  // A page of older orders is one of all orders.
  const usual = lookup.cursor === "" ? usualStatus(lookup) : "all";
  return { status: isKnown ? status : usual, ...lookup };
}

/** The status that is left out of the address. */
function usualStatus({ search, from, to }: Pick<OrderFilter, "search" | "from" | "to">) {
  return `${search}${from}${to}` === "" ? "open" : "all";
}

/** The address for a filter; everything else in it stays. */
function writeFilter(params: URLSearchParams, filter: OrderFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const field of Object.keys(NAMES) as (keyof OrderFilter)[]) {
    if (filter[field] === (field === "status" ? usualStatus(filter) : ""))
      next.delete(NAMES[field]);
    else next.set(NAMES[field], filter[field]);
  }
  return next;
}

function dayOf(text: string | null): string {
  return isCalendarDay(text) ? text : "";
}
