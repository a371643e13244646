import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import type { StaffOrder, StaffTruck } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { isOrderMissing, orderQuery } from "@/staff/orders/detail/detail-api";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/segmented-choice";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { Spinner } from "@/ui/feedback/spinner";
import styles from "./order-print.module.css";
import { PrintedReceipt } from "./printed-receipt";
import { PrintedTicket } from "./printed-ticket";
import { usePaperSize } from "./use-paper-size";

const WHAT = [
  { value: "ticket", label: "Kitchen ticket" },
  { value: "receipt", label: "Receipt" },
] as const;
const PAPERS = [
  { value: "80", label: "80 mm" },
  { value: "58", label: "58 mm" },
] as const;

type What = (typeof WHAT)[number]["value"];
type Paper = (typeof PAPERS)[number]["value"];

interface OrderPrintProps {
  orderId: string;
  truckOf: (truckId: string) => StaffTruck | null;
}

/** A ticket or a receipt on a roll of paper; the print dialog opens by itself. */
export function OrderPrint({ orderId, truckOf }: OrderPrintProps) {
  const { data: order, error, refetch, isFetchedAfterMount } = useQuery(orderQuery(orderId));
  useDocumentTitle(order ? `Order #${order.orderNumber}` : "Order");
  if (!order && isOrderMissing(error)) {
    return (
      <EmptyState
        headingLevel="h1"
        title="Order not found"
        description="There is no such order at your food truck."
        action={<ButtonLink to="/admin/orders">All orders</ButtonLink>}
      />
    );
  }
  if (error) {
    return (
      <ErrorState
        headingLevel="h1"
        title="Failed to load order"
        description={errorMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!order || !isFetchedAfterMount) return <Spinner label="Loading the order..." showLabel />;
  return <Sheet order={order} truck={truckOf(order.truckId)} />;
}

function Sheet({ order, truck }: { order: StaffOrder; truck: StaffTruck | null }) {
  const [params, setParams] = useSearchParams();
  const what: What = params.get("what") === "receipt" ? "receipt" : "ticket";
  const width: Paper = params.get("paper") === "58" ? "58" : "80";
  const paper = useRef<HTMLElement>(null);
  const zone = order.truck.timezone;
  usePaperSize(paper, Number(width));
  usePrintOnce();
  const choose = (choice: { what?: What; paper?: Paper }) =>
    setParams({ what, paper: width, ...choice }, { replace: true });
  return (
    <>
      <h1 className="visually-hidden">Print order #{order.orderNumber}</h1>
      <div className={styles.tools}>
        <SegmentedChoice
          label="What to print"
          choices={WHAT}
          value={what}
          onChange={(value) => choose({ what: value })}
        />
        <SegmentedChoice
          label="Paper"
          choices={PAPERS}
          value={width}
          onChange={(value) => choose({ paper: value })}
        />
        <Button variant="primary" onClick={() => window.print()}>
          Print
        </Button>
        <ButtonLink to={`/admin/orders/${order._id}`}>Back to the order</ButtonLink>
      </div>
      <article
        ref={paper}
        className={styles.paper}
        data-paper={width}
        aria-label={what === "ticket" ? "Kitchen ticket" : "Receipt"}
      >
        {what === "ticket" ? (
          <PrintedTicket order={order} zone={zone} />
        ) : (
          <PrintedReceipt order={order} truck={truck} zone={zone} />
        )}
      </article>
    </>
  );
}

/** Once the type is there: a ticket in the fallback's letters would have other line ends. */
function usePrintOnce(): void {
  useEffect(() => {
    let isGone = false;
    void Promise.resolve(document.fonts?.ready).then(() => {
      if (!isGone) window.print();
    });
    return () => {
      isGone = true;
    };
  }, []);
}
