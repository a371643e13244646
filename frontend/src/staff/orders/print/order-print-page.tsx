import { useQuery } from "@tanstack/react-query";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Navigate, useParams, useSearchParams } from "react-router";
import type { StaffOrder, StaffTruck } from "@/domain/api/staff-types";
import { loadOutbox } from "@/domain/offline/load-outbox";
import {
  asStaffOrder,
  isUnsent,
  numberOf,
  type UnsentOrder,
  useUnsentStore,
} from "@/domain/offline/unsent-orders";
import { reloadPage } from "@/domain/stored";
import { orderZone } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { currentLanguage, type Language } from "@/messages/language";
import { loadMessages } from "@/staff/load-messages";
import { isOrderMissing, orderQuery } from "@/staff/orders/detail/api";
import { unsentPlaceQuery } from "@/staff/orders/unsent/discard-or-enter-unsent";
import { useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Spinner } from "@/ui/feedback/spinner";
import { Box, Row, Text } from "@/ui/layout";
import styles from "./order-print.module.css";
import { PrintedReceipt, PrintedTicket } from "./printed-receipt-and-ticket";

/** A bare page: whatever is on it is printed. */
export function OrderPrintPage() {
  const { id = "" } = useParams();
  const { trucks, isLoading, error, refetch } = useTruckScope({ allowsAll: true });
  return (
    <main id="main" tabIndex={-1}>
      {/* The times on it are the truck's; it must not be printed before they are known. */}
      <Loaded
        query={{ data: isLoading || error ? undefined : trucks, error, refetch }}
        skeleton={<Spinner label={m.common.loading} showLabel />}
        failed={(reason) => m.shell.trucksFailed({ errorMessage: reason })}
        headingLevel="h1"
      >
        {(known) =>
          isUnsent({ _id: id }) ? (
            <UnsentPrint key={id} draftId={id} trucks={known} />
          ) : (
            <OrderPrint key={id} orderId={id} trucks={known} />
          )
        }
      </Loaded>
    </main>
  );
}

const prints = () =>
  [
    { value: "ticket", label: m.print.kinds.ticket },
    { value: "receipt", label: m.print.kinds.receipt },
  ] as const;
const papers = () =>
  [
    { value: "80", label: m.print.paper.wide },
    { value: "58", label: m.print.paper.narrow },
  ] as const;

type What = ReturnType<typeof prints>[number]["value"];
type Paper = ReturnType<typeof papers>[number]["value"];

interface OrderPrintProps {
  orderId: string;
  trucks: readonly StaffTruck[];
}

/** A ticket or a receipt on a roll of paper; the print dialog opens by itself. */
function OrderPrint({ orderId, trucks }: OrderPrintProps) {
  const { data: order, error, refetch, isFetchedAfterMount } = useQuery(orderQuery(orderId));
  useDocumentTitle(
    order ? m.common.orderNumber({ orderNumber: order.orderNumber }) : m.common.order,
  );
  if (!order && isOrderMissing(error)) {
    return (
      <EmptyState
        headingLevel="h1"
        title={m.order.notFound}
        description={m.order.notFoundHint}
        action={<ButtonLink to="/admin/orders">{m.common.allOrders}</ButtonLink>}
      />
    );
  }
  // Only an order as it is now is printed.
  const fresh = isFetchedAfterMount && !error ? order : undefined;
  return (
    <Loaded
      query={{ data: fresh, error, refetch }}
      skeleton={<Spinner label={m.print.loading} showLabel />}
      failed={m.order.failed}
      headingLevel="h1"
    >
      {(found) => (
        <Sheet order={found} truck={trucks.find(({ _id }) => _id === found.truckId) ?? null} />
      )}
    </Loaded>
  );
}

interface UnsentPrintProps {
  draftId: string;
  trucks: readonly StaffTruck[];
}

/** Of an order that is on this device only. Sent while its paper is on the screen, it stays there as it was. */
function UnsentPrint({ draftId, trucks }: UnsentPrintProps) {
  const unsent = useUnsentStore(({ orders }) => orders.find((one) => one.draftId === draftId));
  const [found, setFound] = useState(unsent);
  if (unsent && unsent !== found) setFound(unsent);
  const { data } = useQuery({ ...unsentPlaceQuery(draftId), enabled: found === undefined });
  const [params] = useSearchParams();
  useDocumentTitle(found ? found.number : m.common.order);
  if (found) {
    return (
      <Sheet
        order={asStaffOrder(found)}
        truck={trucks.find(({ _id }) => _id === found.truck._id) ?? null}
        ticketHint={unsent ? <TicketQuestion unsent={unsent} /> : null}
      />
    );
  }
  if (!data) return <Spinner label={m.print.loading} showLabel />;
  if (data.sentAs)
    return <Navigate to={`/admin/orders/${data.sentAs}/print?${params.toString()}`} replace />;
  return <EmptyState headingLevel="h1" title={m.unsent.none} />;
}

/** No browser says whether paper came out, so a person does. */
function TicketQuestion({ unsent }: { unsent: UnsentOrder }) {
  const { draftId, ticketPrinted } = unsent;
  const answer = async () => {
    const { changeOrder } = await loadOutbox();
    await changeOrder(draftId, () => ({ ticketPrinted: true }));
  };
  if (ticketPrinted) return <Text role="status">{m.unsent.ticket.isPrinted}</Text>;
  return (
    <Row gap={3} align="center">
      <Text>{m.unsent.ticket.question}</Text>
      <Button onClick={() => void answer()}>{m.unsent.ticket.printed}</Button>
    </Row>
  );
}

interface SheetProps {
  order: StaffOrder;
  truck: StaffTruck | null;
  /** Beside a ticket, and not on it. */
  ticketHint?: ReactNode;
}

function Sheet({ order, truck, ticketHint = null }: SheetProps) {
  const [params, setParams] = useSearchParams();
  const what: What = params.get("what") === "receipt" ? "receipt" : "ticket";
  const width: Paper = params.get("paper") === "58" ? "58" : "80";
  const paper = useRef<HTMLElement>(null);
  const zone = orderZone(order);
  const [own] = useState(currentLanguage);
  // At the counter the customer has heard the language of the staff.
  const wanted = what === "receipt" && order.source === "online" ? order.language : own;
  const isSpoken = useLanguage(wanted, own);
  usePaperSize(paper, Number(width));
  usePrintOnce(isSpoken);
  const choose = (choice: { what?: What; paper?: Paper }) =>
    setParams({ what, paper: width, ...choice }, { replace: true });
  return (
    <>
      <h1 className="visually-hidden">{m.print.title({ number: numberOf(order) })}</h1>
      <Row gap={3} align="center" padding={4} className={styles.tools}>
        <SegmentedChoice
          label={m.print.kinds.label}
          choices={prints()}
          value={what}
          onChange={(value) => choose({ what: value })}
        />
        <SegmentedChoice
          label={m.common.paper}
          choices={papers()}
          value={width}
          onChange={(value) => choose({ paper: value })}
        />
        <Button variant="primary" onClick={() => window.print()}>
          {m.common.print}
        </Button>
        <ButtonLink to={`/admin/orders/${order._id}`}>{m.print.back}</ButtonLink>
        {what === "ticket" ? ticketHint : null}
      </Row>
      <Box
        as="article"
        centered
        size="m"
        breaks
        ref={paper}
        className={styles.paper}
        data-paper={width}
        lang={wanted}
        aria-label={what === "ticket" ? m.print.kinds.ticket : m.print.kinds.receipt}
      >
        {what === "ticket" ? (
          <PrintedTicket order={order} zone={zone} />
        ) : (
          <PrintedReceipt order={order} truck={truck} zone={zone} />
        )}
      </Box>
    </>
  );
}

const PRINTED = ["sign-in", "orders", "order"] as const;

/**
 * Lets the page speak a language, and whether it does. The screens that come after it have drawn their words before it
 * could give back its own, so it loads them again.
 */
function useLanguage(wanted: Language, own: Language): boolean {
  const [spoken, setSpoken] = useState(own);
  const isForeign = useRef(false);
  useEffect(() => {
    if (spoken === wanted) return;
    isForeign.current = true;
    const speak = () => setSpoken(wanted);
    void loadMessages(wanted, PRINTED).then(speak, speak);
  }, [spoken, wanted]);
  useEffect(
    () => () => {
      if (isForeign.current) reloadPage();
    },
    [],
  );
  return spoken === wanted;
}

/** Once the type is there: a ticket in the fallback's letters would have other line ends. */
function usePrintOnce(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return;
    let isGone = false;
    void Promise.resolve(document.fonts?.ready).then(() => {
      if (!isGone) window.print();
    });
    return () => {
      isGone = true;
    };
  }, [isReady]);
}

const MM_PER_PIXEL = 25.4 / 96;
/** Rounding must never push the last line onto a second sheet. */
const SPARE_MM = 2;

/**
 * Makes the sheet as wide as the roll and as long as what is on it: rolls have no pages, and CSS has no
 * word for that. Whatever else the browser paints stays off the paper.
 */
function usePaperSize(paper: RefObject<HTMLElement | null>, widthMm: number): void {
  useLayoutEffect(() => {
    if (!paper.current || !("adoptedStyleSheets" in document)) return;
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const element = paper.current;
    const measure = () => {
      const height = Math.ceil(element.offsetHeight * MM_PER_PIXEL) + SPARE_MM;
      sheet.replaceSync(
        `@page { size: ${widthMm}mm ${height}mm; margin: 0; } @media print { html, body { background: none; } }`,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [paper, widthMm]);
}
