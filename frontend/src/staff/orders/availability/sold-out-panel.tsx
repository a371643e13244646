import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import type { StaffMenuItem, StaffTruck } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { pickupInstant } from "@/domain/time/pickup-rules";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel, wordByDay } from "@/domain/time/time-words";
import { minutesFromNow, parseInstant } from "@/domain/time/wall-clock";
import { searchFor } from "@/domain/values/search-words";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { setAvailability, type Target } from "@/staff/menu/api";
import styles from "@/staff/orders/board/orders-board.module.css";
import { useOptimisticChangeOnce } from "@/staff/shared/use-optimistic-change";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/choices";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Field } from "@/ui/inputs/field";
import { SearchInput } from "@/ui/inputs/search-input";
import { TextInput } from "@/ui/inputs/text-input";
import { Box, Row, Stack, Text } from "@/ui/layout";

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

interface Wish {
  stock: Stock;
  isAvailable: boolean;
  /** When it is back by itself; null for not by itself. */
  until: Date | null;
}

/** Marks a menu item or an option (in every menu item that offers it) sold out or back on. */
function useStock(truckId: string) {
  const mark = useOptimisticChangeOnce(
    {
      queryKey: staffMenuQuery(truckId).queryKey,
      send: sendWish,
      show: (menu, { stock, isAvailable, until }: Wish) =>
        withAvailability(menu, stock.targets, {
          isAvailable,
          soldOutUntil: until?.toISOString() ?? null,
        }),
      take: (menu, fresh) => menu.map((item) => fresh.get(item._id) ?? item),
      failed: (error, { stock, isAvailable }) => {
        const failed = { name: stock.name, errorMessage: errorMessage(error) };
        return isAvailable
          ? m.service.soldOut.backFailed(failed)
          : m.service.soldOut.failed(failed);
      },
    },
    keyOf,
  );
  return {
    sellOut: (stock: Stock, until: Date | null) => mark({ stock, isAvailable: false, until }),
    bringBack: (stock: Stock) => mark({ stock, isAvailable: true, until: null }),
  };
}

const keyOf = ({ stock }: Wish) => stock.key;

/** The menu items as the server has made them, by their ids. */
async function sendWish({ stock, isAvailable, until }: Wish) {
  const fresh = new Map<string, StaffMenuItem>();
  for (const target of stock.targets) {
    const item = await setAvailability(target, isAvailable, until);
    fresh.set(item._id, item);
  }
  return fresh;
}

/**
 * Something that can run out: a menu item, or an option. Options of one name are one thing in the kitchen
 * (the guacamole), in however many menu items they are offered.
 */
interface Stock {
  key: string;
  name: string;
  /** The menu items that an option belongs to; empty for a menu item. */
  menuItems: string[];
  targets: Target[];
  isAvailable: boolean;
  /** When it is back by itself, if it is; the earliest of several. */
  soldOutUntil: string | null;
}

/** Everything on the menu, menu items first, each in the menu's own order. */
export function stockOf(menu: readonly StaffMenuItem[]): Stock[] {
  const options = new Map<string, Stock>();
  for (const item of menu) {
    for (const option of item.optionGroups.flatMap((group) => group.options)) {
      const key = `option ${option.isAvailable} ${option.name.trim().toLowerCase()}`;
      const known = options.get(key);
      const target = { itemId: item._id, optionId: option._id };
      options.set(key, {
        key,
        name: known?.name ?? option.name,
        menuItems: [...new Set([...(known?.menuItems ?? []), item.name])],
        targets: [...(known?.targets ?? []), target],
        isAvailable: option.isAvailable,
        soldOutUntil: earliest(known?.soldOutUntil, option.soldOutUntil),
      });
    }
  }
  return [...menu.map(stockOfItem), ...options.values()];
}

function stockOfItem(item: StaffMenuItem): Stock {
  return {
    key: item._id,
    name: item.name,
    menuItems: [],
    targets: [{ itemId: item._id }],
    isAvailable: item.isAvailable,
    soldOutUntil: item.soldOutUntil,
  };
}

function earliest(one: string | null | undefined, other: string | null): string | null {
  if (!one || !other) return one ?? other;
  return new Date(one) < new Date(other) ? one : other;
}

/** What a search finds: by the menu item's or option's own name, and options by their menu item. */
export function findStock(stock: readonly Stock[], search: string): Stock[] {
  const isMeant = searchFor(search);
  return stock.filter(({ name, menuItems }) => isMeant(name, ...menuItems));
}

/** The menu with these marked, as it will be once the server agrees. */
export function withAvailability(
  menu: readonly StaffMenuItem[],
  targets: readonly Target[],
  mark: { isAvailable: boolean; soldOutUntil: string | null },
): StaffMenuItem[] {
  const wanted = new Set(targets.map(({ itemId, optionId }) => optionId ?? itemId));
  return menu.map((item) => ({
    ...item,
    ...(wanted.has(item._id) ? mark : {}),
    optionGroups: item.optionGroups.map((group) => ({
      ...group,
      options: group.options.map((option) =>
        wanted.has(option._id) ? { ...option, ...mark } : option,
      ),
    })),
  }));
}

/** For how long something is sold out. `opening` is the next 4 AM, when no truck is still selling. */
type SoldOutFor = "resumed" | "hour" | "opening" | "time";
const NEW_DAY = "04:00";

const soldOutFor = (): { value: SoldOutFor; label: string }[] => [
  { value: "resumed", label: m.service.soldOut.noEnd },
  { value: "hour", label: m.service.soldOut.oneHour },
  { value: "opening", label: m.service.soldOut.untilMorning },
  { value: "time", label: m.service.soldOut.untilTime },
];

/**
 * When it is back; null for not by itself. `time` is a time of day (HH:MM) at the truck, the next one.
 * Undefined while the time is not filled in.
 */
export function soldOutUntil(
  { choice, time }: { choice: SoldOutFor; time: string },
  zone: string,
  now: Date,
): Date | null | undefined {
  if (choice === "resumed") return null;
  if (choice === "hour") return minutesFromNow(60, now);
  return pickupInstant(choice === "opening" ? NEW_DAY : time, zone, now) ?? undefined;
}
