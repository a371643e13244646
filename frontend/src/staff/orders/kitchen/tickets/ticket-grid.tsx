import type { OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { usePresent } from "@/ui/browser/use-at";
import { ageOf, sayWhen } from "./ageing";
import { Ticket } from "./ticket";
import { promisedAt } from "./ticket-order";
import type { TicketState } from "./tickets";
import styles from "./tickets.module.css";

const DIGITS = 9;

interface TicketGridProps {
  tickets: readonly TicketState[];
  onAdvance: (order: StaffOrder, from: OrderStatus, to: OrderStatus) => void;
  onUndo: (orderId: string) => void;
  onSeen: (order: StaffOrder) => void;
}

/** The tickets of what is to be made, the next to be wanted first. */
export function TicketGrid({ tickets, ...handlers }: TicketGridProps) {
  const now = usePresent();
  const when = sayWhen(now);
  return (
    <ol className={styles.grid} aria-label={m.kitchen.toMake} data-tickets>
      {tickets.map(({ order, shown, next, tap }, place) => {
        const age = ageOf(order, now, when);
        const promised = promisedAt(order);
        return (
          <li key={order._id} className={styles.cell} data-ticket={order._id}>
            <Ticket
              order={order}
              shown={shown}
              next={next}
              tap={tap}
              digit={place < DIGITS ? place + 1 : null}
              ageText={age.text}
              ageLevel={age.level}
              fill={age.fill}
              sinceOrdered={age.sinceOrdered}
              pickup={promised ? when(promised, order) : null}
              {...handlers}
            />
          </li>
        );
      })}
    </ol>
  );
}
