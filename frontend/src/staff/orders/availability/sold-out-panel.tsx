import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { presentTime } from "@/domain/time/server-clock";
import { untilLabel } from "@/domain/time/until";
import { messages as m } from "@/messages";
import { SegmentedChoice } from "@/ui/controls/choices/segmented-choice";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { Field } from "@/ui/inputs/field";
import { SearchInput } from "@/ui/inputs/search-input";
import { TextInput } from "@/ui/inputs/text-input";
import { Stack, Text } from "@/ui/layout";
import { type SoldOutFor, soldOutFor, soldOutUntil } from "./sold-out-until";
import { findStock, type Stock, stockOf } from "./stock";
import { StockList } from "./stock-list";
import { useStock } from "./use-stock";

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
          <Text soft>{m.service.soldOut.choice({ words: words(until, timezone) })}</Text>
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

function words(until: Date, zone: string): string {
  return untilLabel(until, zone, presentTime());
}
