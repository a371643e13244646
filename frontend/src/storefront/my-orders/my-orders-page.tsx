import { useRef } from "react";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Stack, Text } from "@/ui/layout";
import styles from "./my-orders.module.css";
import { SavedOrderCard } from "./saved-order-card";
import { forgetAllOrders, forgetOrder, useSavedOrders } from "./saved-orders";

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
