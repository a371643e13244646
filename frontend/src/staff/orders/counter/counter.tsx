import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { StaffMenuItem, StaffTruck } from "@/domain/api/admin-types";
import { newLine } from "@/domain/cart/new-line";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded, together } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { OptionsDialog } from "@/ui/menu/options-dialog";
import { type CounterFacts, counterQuery } from "./api";
import styles from "./counter.module.css";
import { CounterDone } from "./counter-done";
import { CounterPanel, ReviewBar } from "./counter-panel";
import { FullSlotQuestion } from "./full-slot-question";
import { ItemGrid } from "./item-grid";
import { useCounterOrder } from "./use-counter-order";

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

export function CounterSkeleton() {
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
