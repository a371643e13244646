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
  useDocumentTitle(m.storefront.myOrders.title);

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
          {m.storefront.myOrders.title}
        </h1>
        <p>{m.storefront.myOrders.keptInThisBrowserOnly}</p>
      </header>
      {orders.length === 0 ? (
        <EmptyState
          title={m.storefront.myOrders.noOrdersHere}
          description={m.storefront.myOrders.afterAnOrderItIsHere}
          action={
            <ButtonLink to="/" variant="primary">
              {m.storefront.myOrders.browseFoodTrucks}
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
              {m.storefront.myOrders.forgetAll}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}
