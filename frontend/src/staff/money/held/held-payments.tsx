import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messages as m } from "@/messages";
import cards from "@/ui/content/cards.module.css";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { type Asked, heldPaymentsQuery } from "./api";
import { DecideDialog } from "./decide-dialog";
import { HeldPaymentCard } from "./held-payment-card";

/** Money that became no order, and what is to be done with it. */
export function HeldPaymentList() {
  const query = useQuery(heldPaymentsQuery());
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <Loaded
      query={query}
      skeleton={
        <Skeletons
          label={m.heldPayments.loading}
          heights={["9rem", "9rem"]}
          className={cards.list}
        />
      }
      failed={m.heldPayments.failed}
    >
      {({ reviews }) =>
        reviews.length === 0 ? (
          <EmptyState title={m.heldPayments.empty} description={m.heldPayments.emptyHint} />
        ) : (
          <>
            <ul className={cards.list}>
              {reviews.map((payment) => (
                <li key={payment._id}>
                  <HeldPaymentCard
                    payment={payment}
                    onDecide={(decision) => setAsked({ payment, decision })}
                  />
                </li>
              ))}
            </ul>
            <DecideDialog asked={asked} onClose={() => setAsked(null)} />
          </>
        )
      }
    </Loaded>
  );
}
