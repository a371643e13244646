import { useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { Link } from "wouter";
import { errorMessage } from "@/domain/api/errors";
import { formatInstant } from "@/domain/time/time-words";
import { orderZone } from "@/domain/time/wall-clock";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { orderPath } from "@/storefront/page-paths";
import { isOrderMissing, type TrackedOrder, trackedOrderQuery } from "@/storefront/tracking/api";
import { useOrderAgain } from "@/storefront/tracking/order-again";
import { headlines, isOver } from "@/storefront/tracking/status-and-payment-words";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Skeleton } from "@/ui/feedback/skeletons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import styles from "./my-orders.module.css";
import { forgetAllOrders, forgetOrder, type SavedOrder, useSavedOrders } from "./saved-orders";

/** The last orders placed on this device. Only this browser knows that they belong together. */
export function MyOrdersPage() {
  const orders = useSavedOrders();
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(m.common.myOrders);

  // The button that was pressed is gone.
  function forget(change: () => void) {
    change();
    heading.current?.focus();
  }

  return (
    <Stack gap={6} centered className={styles.page}>
      <meta name="robots" content="noindex" />
      <Stack as="header" gap={2} className={styles.head}>
        <Text as="h1" size="3xl" ref={heading} tabIndex={-1}>
          {m.common.myOrders}
        </Text>
        <p>{m.myOrders.lead}</p>
      </Stack>
      {orders.length === 0 ? (
        <EmptyState
          title={m.myOrders.empty}
          description={m.myOrders.emptyHint}
          action={
            <ButtonLink to="/" variant="primary">
              {m.myOrders.browse}
            </ButtonLink>
          }
        />
      ) : (
        <>
          <Stack as="ul" gap={4}>
            {orders.map((order) => (
              <li key={order.token}>
                <SavedOrderCard
                  saved={order}
                  onForget={() => forget(() => forgetOrder(order.token))}
                />
              </li>
            ))}
          </Stack>
          {orders.length > 1 ? (
            <Button className={styles.all} onClick={() => forget(forgetAllOrders)}>
              {m.myOrders.forgetAll}
            </Button>
          ) : null}
        </>
      )}
    </Stack>
  );
}

/** How often the state of an order that is not over is read again. Its own page is live. */
const READ_AGAIN_MS = 15_000;

const TONES: Record<TrackedOrder["status"], BadgeTone> = {
  pending: "info",
  confirmed: "info",
  preparing: "busy",
  ready: "good",
  completed: "neutral",
  cancelled: "danger",
};

interface SavedOrderCardProps {
  saved: SavedOrder;
  onForget: () => void;
}

/** One order of this device: where it stands, what it was, and the same once more. */
function SavedOrderCard({ saved, onForget }: SavedOrderCardProps) {
  const headingId = useId();
  const {
    data: order,
    error,
    isPending,
    refetch,
  } = useQuery({
    ...trackedOrderQuery(saved.token),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data && isOver(state.data.status) ? false : READ_AGAIN_MS,
  });
  const number = `#${saved.orderNumber}`;
  return (
    <Stack
      as="article"
      gap={3}
      padding={5}
      radius="card"
      outlined
      aria-labelledby={headingId}
      className={styles.card}
    >
      <Row as="header" gap={4} rowGap={2} align="center" justify="between">
        <Text as="h2" size="l" id={headingId}>
          <Link to={orderPath(saved.slug, saved.token)}>
            {m.myOrders.card.title({ number, truck: order?.truck.name ?? saved.truckName })}
          </Link>
        </Text>
        {order ? <Badge tone={TONES[order.status]}>{headlines()[order.status]}</Badge> : null}
      </Row>
      {isPending ? <LoadingOrder /> : null}
      {order ? <SavedOrderSummary order={order} /> : null}
      {!order && error ? <OrderProblem error={error} onRetry={() => void refetch()} /> : null}
      <Row gap={3} rowGap={2} align="center">
        {order ? <OrderActions order={order} token={saved.token} /> : null}
        <Button variant="quiet" aria-label={m.myOrders.card.forget({ number })} onClick={onForget}>
          {m.common.forget}
        </Button>
      </Row>
    </Stack>
  );
}

function LoadingOrder() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.tracking.loading}</span>
      <Skeleton height="3rem" />
    </div>
  );
}

function SavedOrderSummary({ order }: { order: TrackedOrder }) {
  const items = order.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ");
  return (
    <>
      <p>{items}</p>
      <Row as="p" gap={4} rowGap={1} justify="between" soft tabular>
        <span>{formatInstant(new Date(order.createdAt), orderZone(order))}</span>
        <span>{formatDollars(order.total)}</span>
      </Row>
    </>
  );
}

function OrderProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isOrderMissing(error)) return <p role="status">{m.myOrders.card.gone}</p>;
  return (
    <Row gap={3} rowGap={2} align="center" role="alert">
      <p>
        <Box as="strong" block>
          {m.tracking.failed}
        </Box>{" "}
        {errorMessage(error)}
      </p>
      <Button onClick={onRetry}>{m.common.tryAgain}</Button>
    </Row>
  );
}

function OrderActions({ order, token }: { order: TrackedOrder; token: string }) {
  const { isBusy, refill } = useOrderAgain();
  const { slug, isActive } = order.truck;
  const over = isOver(order.status);
  return (
    <>
      {over ? null : (
        <ButtonLink to={orderPath(slug, token)} variant="primary">
          {m.myOrders.card.follow}
        </ButtonLink>
      )}
      {isActive ? (
        <Button
          variant={over ? "primary" : "secondary"}
          busy={isBusy}
          onClick={() => refill(order)}
        >
          {isBusy ? m.tracking.again.loading : m.tracking.again.action}
        </Button>
      ) : null}
    </>
  );
}
