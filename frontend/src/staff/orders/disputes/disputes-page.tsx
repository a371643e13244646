import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ListedDispute } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";
import { disputesKey } from "@/domain/query-keys";
import { formatDate } from "@/domain/time/dates";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { disputeBadge, disputeReason } from "@/staff/orders/refund/refund-labels";
import { useCurrentUser } from "@/staff/session/session";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { classNames } from "@/ui/class-names";
import { Badge } from "@/ui/content/badge";
import cards from "@/ui/content/cards.module.css";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { PageHeader } from "@/ui/layout/page-header";

/** Payments that customers' banks question, the most urgent first: of the own truck, or of all for a superadmin. */
export function DisputesPage() {
  const { role, truckId } = useCurrentUser();
  const words = m.staff.ordersDetail;
  useDocumentTitle(words.disputes);
  return (
    <>
      <PageHeader
        title={words.disputes}
        description={role === "superadmin" ? words.disputesOfAllTrucks : words.disputesOfTheTruck}
      />
      {role === "superadmin" || truckId !== null ? (
        <DisputeList />
      ) : (
        <EmptyState
          title={m.staff.shell.noTruckAssigned}
          description={m.staff.shell.youAreNotAssignedTo}
        />
      )}
    </>
  );
}

function DisputeList() {
  const query = useQuery({
    queryKey: disputesKey(),
    queryFn: ({ signal }) => answer(api.GET("/api/payments/disputes", { signal })),
    refetchOnMount: "always",
  });
  const words = m.staff.ordersDetail;
  return (
    <Loaded
      query={query}
      skeleton={
        <Skeletons
          label={m.staff.ordersDetail.loadingDisputes}
          heights={["9rem", "9rem"]}
          className={cards.list}
        />
      }
      failed={words.failedToLoadDisputes}
    >
      {({ disputes }) =>
        disputes.length === 0 ? (
          <EmptyState title={words.noDisputes} description={words.bankHasTakenNothing} />
        ) : (
          <ul className={cards.list}>
            {disputes.map((dispute) => (
              <li key={dispute._id}>
                <DisputeCard dispute={dispute} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function DisputeCard({ dispute }: { dispute: ListedDispute }) {
  const { amount, answerBy, createdAt, customerName, orderNumber, timezone } = dispute;
  const { label, tone } = disputeBadge(dispute);
  const words = m.staff.ordersDetail;
  const dayOf = (instant: string) => formatDate(new Date(instant), timezone ?? "UTC");
  const isOpen = dispute.state === "needs_answer";
  const isOwed = isOpen && dispute.orderStatus === "cancelled";
  return (
    <article
      className={cards.card}
      aria-label={orderNumber === null ? words.disputeOfHeld : words.disputeOf({ orderNumber })}
    >
      <header className={cards.row}>
        <h2>{formatDollars(amount)}</h2>
        <Badge tone={tone}>{label}</Badge>
      </header>
      {isOpen && answerBy ? (
        <p>
          <strong>{words.answerBy({ day: dayOf(answerBy) })}</strong>
        </p>
      ) : null}
      {isOpen ? <p>{words.answerItInPaymentProviders}</p> : null}
      <p>{disputeReason(dispute.reason)}</p>
      {isOwed ? <p>{words.goesBackWhenWon}</p> : null}
      <p className={classNames(cards.row, cards.soft)}>
        {orderNumber === null ? (
          <Link to="/admin/held-payments">{words.heldPayment}</Link>
        ) : (
          <Link to={`/admin/orders/${dispute.orderId}`}>{words.orderNumber({ orderNumber })}</Link>
        )}
        {[dispute.truckName, customerName].filter(Boolean).map((name) => (
          <span key={name}>{name}</span>
        ))}
        <span>{words.disputedOn({ day: dayOf(createdAt) })}</span>
      </p>
    </article>
  );
}
