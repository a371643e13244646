import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { answer, api } from "@/domain/api/client";
import type { ListedDispute } from "@/domain/api/staff-types";
import { disputesKey } from "@/domain/query-keys";
import { formatDate } from "@/domain/time/time-words";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Badge } from "@/ui/content/badge";
import cards from "@/ui/content/cards.module.css";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Card, Row } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { disputeBadge, disputeReason } from "./dispute-words";

/** Payments that customers' banks question, the most urgent first: of the own truck, or of all for a superadmin. */
export function DisputesPage() {
  const { role, truckId } = useCurrentUser();
  useDocumentTitle(m.common.disputes);
  return (
    <>
      <PageHeader
        title={m.common.disputes}
        description={role === "superadmin" ? m.order.disputes.leadAll : m.order.disputes.lead}
      />
      {role === "superadmin" || truckId !== null ? (
        <DisputeList />
      ) : (
        <EmptyState title={m.shell.noTruckAssigned} description={m.shell.noTruckAssignedHint} />
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
  return (
    <Loaded
      query={query}
      skeleton={
        <Skeletons
          label={m.order.disputes.loading}
          heights={["9rem", "9rem"]}
          className={cards.list}
        />
      }
      failed={m.order.disputes.failed}
    >
      {({ disputes }) =>
        disputes.length === 0 ? (
          <EmptyState title={m.order.disputes.empty} description={m.order.disputes.emptyHint} />
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
  const dayOf = (instant: string) => formatDate(new Date(instant), timezone ?? "UTC");
  const isOpen = dispute.state === "needs_answer";
  const isOwed = isOpen && dispute.orderStatus === "cancelled";
  return (
    <Card
      as="article"
      gap={2}
      padding={4}
      raised
      breaks
      aria-label={
        orderNumber === null ? m.order.disputes.ofHeld : m.order.disputes.ofOrder({ orderNumber })
      }
    >
      <Row as="header" gap={3} rowGap={1} align="center">
        <h2>{formatDollars(amount)}</h2>
        <Badge tone={tone}>{label}</Badge>
      </Row>
      {isOpen && answerBy ? (
        <p>
          <strong>{m.order.disputes.answerBy({ day: dayOf(answerBy) })}</strong>
        </p>
      ) : null}
      {isOpen ? <p>{m.order.disputes.answerAt}</p> : null}
      <p>{disputeReason(dispute.reason)}</p>
      {isOwed ? <p>{m.order.disputes.refundWhenWon}</p> : null}
      <Row as="p" gap={3} rowGap={1} align="center" soft size="s">
        {orderNumber === null ? (
          <Row as={Link} inline align="center" target to="/admin/held-payments">
            {m.order.disputes.heldPayment}
          </Row>
        ) : (
          <Row as={Link} inline align="center" target to={`/admin/orders/${dispute.orderId}`}>
            {m.common.orderNumber({ orderNumber })}
          </Row>
        )}
        {[dispute.truckName, customerName].filter(Boolean).map((name) => (
          <span key={name}>{name}</span>
        ))}
        <span>{m.order.disputes.since({ day: dayOf(createdAt) })}</span>
      </Row>
    </Card>
  );
}
