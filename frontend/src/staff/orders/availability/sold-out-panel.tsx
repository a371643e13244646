import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { StaffTruck } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel, wordByDay } from "@/domain/time/time-words";
import { parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import styles from "@/staff/orders/board/orders-board.module.css";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Field } from "@/ui/inputs/field";
import { SearchInput } from "@/ui/inputs/search-input";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Box, Row, Stack, Text } from "@/ui/layout";
import {
  findStock,
  type SoldOutFor,
  type Stock,
  soldOutFor,
  soldOutUntil,
  stockOf,
  useStock,
} from "./sold-out-items-and-options";

/** What has run out, and everything that could: found by name, marked with one tap. */
export function SoldOutPanel({ truck }: { truck: StaffTruck }) {
  const query = useQuery(staffMenuQuery(truck._id));
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons label={m.common.loadingMenuItems} heights={["20rem"]} />}
      failed={m.common.menuItemsFailed}
      headingLevel="h3"
    >
      {(menu) => <Stocks truck={truck} stock={stockOf(menu)} />}
    </Loaded>
  );
}

function Stocks({ truck, stock }: { truck: StaffTruck; stock: Stock[] }) {
  const [search, setSearch] = useState("");
  const [choice, setChoice] = useState<SoldOutFor>("resumed");
  const [time, setTime] = useState("");
  const { sellOut, bringBack } = useStock(truck._id);
  const { timezone } = truck;
  const until = soldOutUntil({ choice, time }, timezone, presentTime());
  const out = stock.filter(({ isAvailable }) => !isAvailable);
  const there = findStock(
    stock.filter(({ isAvailable }) => isAvailable),
    search,
  );

  function handleSellOut(entry: Stock): void {
    // Asked again: the drawer may have been open for an hour.
    const end = soldOutUntil({ choice, time }, timezone, presentTime());
    if (end !== undefined) void sellOut(entry, end);
  }

  return (
    <Stack gap={4}>
      <StockList
        title={m.service.soldOut.now}
        stock={out}
        zone={timezone}
        action={m.service.soldOut.back}
        onAct={(entry) => void bringBack(entry)}
        empty={<Text soft>{m.service.soldOut.nothing}</Text>}
      />
      <Stack gap={4}>
        <SegmentedChoice
          label={m.service.soldOut.howLong}
          choices={soldOutFor()}
          value={choice}
          onChange={setChoice}
        />
        {choice === "time" ? (
          <Field label={m.service.soldOut.backAt} hint={m.service.soldOut.backAtHint}>
            <TextInput type="time" value={time} onChange={(event) => setTime(event.target.value)} />
          </Field>
        ) : null}
        {until ? (
          <Text soft>
            {m.service.soldOut.choice({ end: clockLabel(until, timezone, presentTime()) })}
          </Text>
        ) : null}
      </Stack>
      <SearchInput label={m.common.searchMenu} value={search} onChange={setSearch} />
      <StockList
        title={m.service.soldOut.onMenu}
        stock={there}
        zone={timezone}
        action={m.common.soldOut}
        disabled={until === undefined}
        onAct={handleSellOut}
        empty={<Text soft>{m.service.soldOut.noMatch}</Text>}
      />
    </Stack>
  );
}

interface StockListProps {
  title: string;
  stock: readonly Stock[];
  zone: string;
  /** The button's word: "Sold out", "Back on". */
  action: string;
  disabled?: boolean;
  onAct: (entry: Stock) => void;
  /** Stands where the list has nothing. */
  empty: ReactNode;
}

function StockList({ title, stock, zone, action, disabled = false, onAct, empty }: StockListProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Text as="h3" marginBottom={1} size="l" id={headingId}>
        {title}
      </Text>
      {stock.length === 0 ? empty : null}
      <Box as="ul">
        {stock.map((entry) => (
          <Row
            key={entry.key}
            as="li"
            gap={3}
            align="center"
            justify="between"
            oneLine
            paddingBlock={3}
            lineBelow
            className={styles.entry}
          >
            <Box shrinks>
              <Text weight={650} breaks>
                {entry.name}
              </Text>
              {entry.menuItems.length > 0 ? (
                <Text soft size="s" breaks>
                  {m.service.soldOut.optionOf({
                    items: menuItemsLabel(entry.menuItems),
                  })}
                </Text>
              ) : null}
              {entry.isAvailable ? null : (
                <Text soft size="s" breaks>
                  {soldOutLabel(entry, zone)}
                </Text>
              )}
            </Box>
            <Button disabled={disabled} onClick={() => onAct(entry)}>
              {action} <span className="visually-hidden">{entry.name}</span>
            </Button>
          </Row>
        ))}
      </Box>
    </section>
  );
}

function soldOutLabel({ soldOutUntil }: Stock, zone: string): string {
  const end = parseInstant(soldOutUntil);
  return end
    ? wordByDay(end, zone, presentTime(), m.common.soldOutUntil)
    : m.service.soldOut.untilBack;
}

const MAX_NAMED_ITEMS = 2;

function menuItemsLabel(menuItems: readonly string[]): string {
  const named = menuItems.slice(0, MAX_NAMED_ITEMS);
  const count = menuItems.length - MAX_NAMED_ITEMS;
  return formatList(count > 0 ? [...named, m.service.soldOut.more({ count })] : named);
}
