import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useMemo, useState, useSyncExternalStore } from "react";
import type { StaffMenuItem, StaffTruck } from "@/domain/api/staff-types";
import type { CartItem } from "@/domain/cart/cart-item";
import { newLine } from "@/domain/cart/cart-item";
import { countItems } from "@/domain/cart/cart-lines";
import { isUnnamed, menuSections } from "@/domain/menu/menu-sections";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { dollarsToCents } from "@/domain/values/money";
import { searchFor } from "@/domain/values/text-search";
import { messages as m } from "@/messages";
import { LiveLoaded } from "@/staff/orders/live/connection-sound-and-printer-bars";
import { NewOrderWatch } from "@/staff/orders/live/new-orders";
import { OtherPayments, ReaderPayment } from "@/staff/orders/reader/reader-payment";
import { useLiveStaffTruck } from "@/staff/shared/use-live-staff-truck";
import { NavigationButton } from "@/staff/shell/admin-nav";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { TruckSelectInLine, useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Price } from "@/ui/content/price";
import { ButtonLink } from "@/ui/controls/button";
import { Chip } from "@/ui/controls/chip";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { together } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { SearchInput } from "@/ui/inputs/search-input";
import { Row, Stack, Text } from "@/ui/layout";
import { BackLink } from "@/ui/layout/back-button-and-return-to-list";
import { OptionsDialog } from "@/ui/menu/options-dialog";
import { type CounterFacts, counterQuery } from "./api";
import styles from "./counter.module.css";
import { CounterDone } from "./counter-done";
import { CounterPanel, CounterSheet } from "./counter-panel";
import { FullSlotQuestion } from "./counter-stop-and-slot";
import { useCounterOrder } from "./use-counter-order";

export function CounterPage() {
  const scope = useTruckScope();
  useDocumentTitle(m.common.newOrder);
  // What sells out meanwhile shows at once. It goes on from the list of trucks, so it begins after that.
  const live = useLiveStaffTruck(scope.truck?._id ?? null);
  return (
    <div className={styles.register}>
      <Row as="header" gap={2} rowGap={1} align="center">
        <NavigationButton />
        <Text as="h1" size="xl" leading={1.1} grow>
          {m.common.newOrder}
        </Text>
        <TruckSelectInLine scope={scope} />
        <BackLink to="/admin/orders" label={m.common.orders} />
      </Row>
      {scope.truck ? (
        <NewOrderWatch
          key={scope.truck._id}
          truckId={scope.truck._id}
          zone={scope.truck.timezone}
          live={live}
        />
      ) : null}
      <TruckContent scope={scope} skeleton={<CounterSkeleton />}>
        {scope.truck ? <Counter key={scope.truck._id} truck={scope.truck} /> : null}
      </TruckContent>
    </div>
  );
}

/** Takes an order from a customer at the counter or on the phone. */
function Counter({ truck }: { truck: StaffTruck }) {
  const menuRead = useQuery(staffMenuQuery(truck._id));
  const factsRead = useQuery(counterQuery(truck._id));
  return (
    <LiveLoaded
      query={together(menuRead, factsRead)}
      skeleton={<CounterSkeleton />}
      failed={menuRead.data ? m.counter.failed : m.common.menuItemsFailed}
    >
      {([menu, facts]) =>
        menu.length === 0 ? (
          <EmptyState
            title={m.common.noMenuItemsYet}
            description={m.counter.emptyHint}
            action={<ButtonLink to="/admin/menu/new">{m.common.addFirstMenuItem}</ButtonLink>}
          />
        ) : (
          <Desk truck={truck} menu={menu} facts={facts} />
        )
      }
    </LiveLoaded>
  );
}

function CounterSkeleton() {
  return <Skeletons label={m.common.loadingMenu} heights={["20rem"]} />;
}

interface DeskProps {
  truck: StaffTruck;
  menu: StaffMenuItem[];
  facts: CounterFacts;
}

function Desk({ truck, menu, facts }: DeskProps) {
  const byId = useMemo(() => new Map(menu.map((item) => [item._id, item])), [menu]);
  const order = useCounterOrder(truck, byId, facts);
  const [asked, setAsked] = useState<{ item: StaffMenuItem; open: boolean } | null>(null);
  const item = asked ? itemNow(asked.item, byId) : null;
  const isPhone = useIsPhone();
  if (order.taken) return <CounterDone taken={order.taken} onNext={order.startNext} />;
  if (order.isFindingPayment) return <CounterSkeleton />;
  if (order.payment) {
    return (
      <ReaderPayment
        payment={order.payment}
        readers={order.readers}
        onGiven={order.setGiven}
        onDone={order.startNext}
        doneLabel={m.counter.done.next}
      />
    );
  }

  function choose(item: StaffMenuItem) {
    if (item.optionGroups.length > 0) setAsked({ item, open: true });
    else order.add(newLine({ menuItem: item, quantity: 1, chosen: [], specialInstructions: "" }));
  }

  return (
    <>
      <OtherPayments truckId={truck._id} readers={facts.readers} draftId={order.draftId} />
      <div className={styles.desk}>
        <ItemGrid menu={menu} lines={order.lines} isInert={order.isSending} onChoose={choose} />
        {isPhone ? <CounterSheet order={order} /> : <CounterPanel order={order} />}
        <FullSlotQuestion truck={truck} order={order} />
        {asked && item ? (
          <OptionsDialog
            key={item._id}
            item={item}
            addLabel={m.counter.addToOrder}
            open={asked.open}
            onOpenChange={(open) => setAsked({ ...asked, open })}
            onClosed={() => setAsked(null)}
            onAdd={(choice) => {
              setAsked({ ...asked, open: false });
              order.add(newLine(choice));
            }}
          />
        ) : null}
      </div>
    </>
  );
}

/** As `--below-tablet` in style sheets: there the order is a sheet over the menu, and beside it otherwise. */
const PHONE = "(max-width: 47.99rem)";

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const width = window.matchMedia?.(PHONE);
      width?.addEventListener?.("change", onChange);
      return () => width?.removeEventListener?.("change", onChange);
    },
    () => window.matchMedia?.(PHONE).matches ?? false,
  );
}

/** The item as the menu has it now; one that has left the menu cannot be sold any more. */
function itemNow(item: StaffMenuItem, menu: ReadonlyMap<string, StaffMenuItem>): StaffMenuItem {
  return menu.get(item._id) ?? { ...item, isAvailable: false };
}

interface ItemGridProps {
  menu: readonly StaffMenuItem[];
  lines: readonly CartItem[];
  isInert: boolean;
  onChoose: (item: StaffMenuItem) => void;
}

/**
 * The menu as buttons, by section; a tab leaves one section. Typing finds items in all of them, Enter takes the first
 * that is left.
 */
function ItemGrid({ menu, lines, isInert, onChoose }: ItemGridProps) {
  const [search, setSearch] = useState("");
  const wanted = search.trim();
  const isMeant = searchFor(wanted);
  const found = menu.filter(({ name }) => isMeant(name));
  const titles = useMemo(() => menuSections(menu).map(({ title }) => title), [menu]);
  const [tab, setTab] = useState<string | null>(null);
  const chosen = wanted === "" && tab !== null && titles.includes(tab) ? tab : null;
  const sections = menuSections(found).filter(({ title }) => !chosen || title === chosen);
  const first = sections.flatMap(({ items }) => items).find(({ isAvailable }) => isAvailable);
  const byId = new Map(found.map((item) => [item._id, item]));

  function handleKey(event: KeyboardEvent) {
    const isTyped = event.target instanceof HTMLInputElement;
    if (event.key !== "Enter" || !isTyped || !wanted || !first) return;
    event.preventDefault();
    setSearch("");
    const item = byId.get(first._id);
    if (item) onChoose(item);
  }

  return (
    <section
      aria-label={m.common.menu}
      className={styles.menu}
      inert={isInert}
      onKeyDown={handleKey}
    >
      <div className={styles.finder}>
        <SearchInput label={m.common.searchMenu} value={search} onChange={setSearch} />
        {titles.length > 1 ? (
          <fieldset className={styles.tabs}>
            <legend className="visually-hidden">{m.counter.grid.sections}</legend>
            <Chip pressed={chosen === null} onPress={() => setTab(null)}>
              {m.counter.grid.all}
            </Chip>
            {titles.map((title) => (
              <Chip key={title} pressed={title === chosen} onPress={() => setTab(title)}>
                {title}
              </Chip>
            ))}
          </fieldset>
        ) : null}
        <Text soft size="s" breaks role="status" className={wanted ? undefined : "visually-hidden"}>
          {hintOf(wanted, first?.name)}
        </Text>
      </div>
      {sections.map((section) => (
        <Stack key={section.id} as="section" gap={1} shrinks aria-label={section.title}>
          <Text
            as="h2"
            size="s"
            weight={700}
            soft
            className={isUnnamed(sections) ? "visually-hidden" : undefined}
          >
            {section.title}
          </Text>
          <ul className={styles.items}>
            {section.items.map((item) => (
              <li key={item._id}>
                <ItemButton
                  item={item}
                  count={countOf(item._id, lines)}
                  onClick={() => {
                    const whole = byId.get(item._id);
                    if (whole) onChoose(whole);
                  }}
                />
              </li>
            ))}
          </ul>
        </Stack>
      ))}
    </section>
  );
}

function hintOf(wanted: string, first: string | undefined): string {
  if (!wanted) return m.counter.grid.hint;
  return first ? m.counter.grid.enterAdds({ first }) : m.counter.grid.noMatch;
}

function countOf(itemId: string, lines: readonly CartItem[]): number {
  return countItems(lines.filter(({ menuItemId }) => menuItemId === itemId));
}

interface ItemButtonProps {
  item: Pick<StaffMenuItem, "name" | "basePrice" | "isAvailable" | "optionGroups">;
  count: number;
  onClick: () => void;
}

function ItemButton({ item, count, onClick }: ItemButtonProps) {
  return (
    <button type="button" className={styles.item} disabled={!item.isAvailable} onClick={onClick}>
      <Text as="span" weight={700} leading={1.2} breaks className={styles.itemName}>
        {item.name}
      </Text>
      <Row as="span" gap={2} rowGap={0} soft size="s">
        {item.isAvailable ? <Price cents={dollarsToCents(item.basePrice)} /> : m.common.soldOut}
        {item.isAvailable && item.optionGroups.length > 0 ? (
          <span>{m.counter.grid.withOptions}</span>
        ) : null}
      </Row>
      {count > 0 ? (
        <span className={styles.count}>
          {count}
          <span className="visually-hidden"> {m.counter.grid.inOrder}</span>
        </span>
      ) : null}
    </button>
  );
}
