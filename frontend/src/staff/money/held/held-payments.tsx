import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import cards from "@/ui/content/cards.module.css";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { Skeleton } from "@/ui/feedback/skeleton";
import { type Asked, heldPaymentsQuery } from "./api";
import { DecideDialog } from "./decide-dialog";
import { HeldPaymentCard } from "./held-payment-card";

/** Money that became no order, and what is to be done with it. */
export function HeldPaymentList() {
  const { data, error, isPending, refetch } = useQuery(heldPaymentsQuery());
  const [asked, setAsked] = useState<Asked | null>(null);
  if (isPending) return <HeldSkeleton />;
  if (!data) {
    return (
      <ErrorState
        title={m.staff.money.failedToLoadHeldPayments}
        description={errorMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.reviews.length === 0) {
    return (
      <EmptyState
        title={m.staff.money.noHeldPayments}
        description={m.staff.money.everyPaymentSoFarHas}
      />
    );
  }
  return (
    <>
      <ul className={cards.list}>
        {data.reviews.map((payment) => (
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
  );
}

function HeldSkeleton() {
  return (
    <div role="status" className={cards.list}>
      <span className="visually-hidden">{m.staff.money.loadingHeldPayments}</span>
      <Skeleton height="9rem" />
      <Skeleton height="9rem" />
    </div>
  );
}
