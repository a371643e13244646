import { useRef } from "react";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
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
    <div className={styles.page}>
      <meta name="robots" content="noindex" />
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {m.common.myOrders}
        </h1>
        <p>{m.myOrders.lead}</p>
      </header>
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
          <ul className={styles.list}>
            {orders.map((order) => (
              <li key={order.token}>
                <SavedOrderCard
                  saved={order}
                  onForget={() => forget(() => forgetOrder(order.token))}
                />
              </li>
            ))}
          </ul>
          {orders.length > 1 ? (
            <Button className={styles.all} onClick={() => forget(forgetAllOrders)}>
              {m.myOrders.forgetAll}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}
