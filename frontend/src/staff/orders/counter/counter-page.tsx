import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { StaffMenuItem, StaffOrder, StaffTruck } from "@/domain/api/admin-types";
import type { CartItem } from "@/domain/cart/cart-item";
import { countItems, newLine } from "@/domain/cart/cart-rules";
import { menuSections } from "@/domain/menu/menu-rules";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { formatTimeOfDay } from "@/domain/time/time-words";
import { dollarsToCents, formatDollars } from "@/domain/values/money";
import { searchFor } from "@/domain/values/search-words";
import { messages as m } from "@/messages";
import { NewOrderWatch } from "@/staff/orders/live/new-orders";
import { useLiveOrders } from "@/staff/shared/use-live-orders";
import { TruckContent } from "@/staff/shell/truck-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Price } from "@/ui/content/price";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded, together } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { SearchInput } from "@/ui/inputs/search-input";
import { Row, Stack, Text } from "@/ui/layout";
import { BackButton, PageHeader } from "@/ui/layout/headings";
import { OptionsDialog } from "@/ui/menu/options-dialog";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { type CounterFacts, counterQuery } from "./api";
import styles from "./counter.module.css";
import { CounterPanel, ReviewBar } from "./counter-panel";
import { type CounterOrder, useCounterOrder } from "./use-counter-order";

export function CounterPage() {
  const scope = useTruckScope();
  useDocumentTitle(m.common.newOrder);
  // What sells out meanwhile shows at once.
  const live = useLiveOrders(scope.truckId);
  return (
    <>
      <PageHeader
        title={m.common.newOrder}
        description={scope.truck ? m.counter.lead({ name: scope.truck.name }) : undefined}
        back={<BackButton fallback="/admin/orders" />}
        actions={<TruckSelect scope={scope} />}
      />
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
    </>
  );
}

/** Takes an order from a customer at the counter or on the phone. */
export function Counter({ truck }: { truck: StaffTruck }) {
  const menuRead = useQuery(staffMenuQuery(truck._id));
  const factsRead = useQuery(counterQuery(truck._id));
  return (
    <Loaded
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
    </Loaded>
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
  if (order.taken) return <CounterDone order={order.taken} onNext={order.startNext} />;

  function choose(item: StaffMenuItem) {
    if (item.optionGroups.length > 0) setAsked({ item, open: true });
    else order.add(newLine({ menuItem: item, quantity: 1, chosen: [], specialInstructions: "" }));
  }

  return (
    <div className={styles.desk}>
      <div>
        <ItemGrid menu={menu} lines={order.lines} onChoose={choose} />
        <ReviewBar order={order} />
      </div>
      <CounterPanel order={order} />
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
  );
}

/** The item as the menu has it now; one that has left the menu cannot be sold any more. */
function itemNow(item: StaffMenuItem, menu: ReadonlyMap<string, StaffMenuItem>): StaffMenuItem {
  return menu.get(item._id) ?? { ...item, isAvailable: false };
}

interface ItemGridProps {
  menu: readonly StaffMenuItem[];
  lines: readonly CartItem[];
  onChoose: (item: StaffMenuItem) => void;
}

/** The menu as buttons, by section. Typing narrows it down, Enter takes the first that is left. */
function ItemGrid({ menu, lines, onChoose }: ItemGridProps) {
  const [search, setSearch] = useState("");
  const wanted = search.trim();
  const isMeant = searchFor(wanted);
  const found = menu.filter(({ name }) => isMeant(name));
  const sections = menuSections([...found]);
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
    <Stack as="section" gap={3} shrinks aria-label={m.common.menu} onKeyDown={handleKey}>
      <SearchInput label={m.common.searchMenu} value={search} onChange={setSearch} />
      <Text soft size="s" breaks role="status">
        {hintOf(wanted, first?.name)}
      </Text>
      {sections.map((section) => (
        <Stack key={section.id} as="section" gap={3} shrinks aria-label={section.title}>
          <Text as="h2" size="l">
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
    </Stack>
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

/** Asks whether an order is taken although its slot is full, with the figures and the next slots with room. */
function FullSlotQuestion({ truck, order }: { truck: StaffTruck; order: CounterOrder }) {
  const zone = order.stop?.place.timezone ?? truck.timezone;
  const { slot, isAsked, close } = order.fullSlot;
  if (!slot) return null;
  const timeOf = (at: string) => formatTimeOfDay(new Date(at), zone);
  return (
    <ConfirmDialog
      open={isAsked}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={m.counter.full.title({ time: timeOf(slot.slotAt) })}
      confirmLabel={m.counter.full.take}
      pending={order.isSending}
      onConfirm={() => void order.submit({ slotAt: slot.slotAt, confirmOverCapacity: true })}
    >
      <p>{m.counter.full.question(slot)}</p>
      {slot.slots.length > 0 ? (
        <>
          <p>{m.counter.full.later}</p>
          <Row gap={2} marginTop={2}>
            {slot.slots.map(({ at }) => (
              <Button
                key={at}
                disabled={order.isSending}
                onClick={() => void order.submit({ slotAt: at })}
              >
                {timeOf(at)}
              </Button>
            ))}
          </Row>
        </>
      ) : null}
    </ConfirmDialog>
  );
}

/** The number to call out, and the way to the next customer. */
function CounterDone({ order, onNext }: { order: StaffOrder; onNext: () => void }) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  const isOwed = order.paymentStatus === "unpaid";
  const total = formatDollars(order.total);
  return (
    <section aria-label={m.counter.done.title} className={styles.done}>
      <Stack as="p" gap={2} size="l" breaks role="status">
        <span>{m.counter.done.titleFor({ customerName: order.customerName })}</span>
        <strong className={styles.shout}>#{order.orderNumber}</strong>
        <span>{isOwed ? m.counter.done.toPay({ total }) : m.counter.done.paid({ total })}</span>
      </Stack>
      <Button ref={next} variant="primary" size="large" onClick={onNext}>
        {m.counter.done.next}
      </Button>
      <Row gap={2} justify="center">
        <ButtonLink to={`/admin/orders/${order._id}/print?what=ticket`}>
          {m.common.printTicket}
        </ButtonLink>
        <ButtonLink to={`/admin/orders/${order._id}/print?what=receipt`}>
          {m.common.printReceipt}
        </ButtonLink>
        <ButtonLink to={`/admin/orders/${order._id}`}>{m.counter.done.open}</ButtonLink>
      </Row>
    </section>
  );
}
