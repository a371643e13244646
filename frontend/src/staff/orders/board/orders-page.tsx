import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import type { StaffTruck } from "@/domain/api/staff-types";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { drawerQuery } from "@/staff/cash-drawer/api";
import {
  AvailabilityControls,
  SERVICE_MENU,
  useSwitchedOn,
} from "@/staff/orders/availability/availability-controls-and-bars";
import { isUnfinished, useCounterDraft } from "@/staff/orders/counter/counter-draft";
import { useSound } from "@/staff/orders/live/alarm";
import { SoundLine } from "@/staff/orders/live/connection-sound-and-printer-bars";
import { PushAlerts } from "@/staff/orders/live/push-alerts";
import { isRunning, useOpenPayments } from "@/staff/orders/reader/counter-payments-api";
import {
  DisruptionBars,
  DisruptionButton,
} from "@/staff/schedule/disruptions/disruption-button-and-bars";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import {
  type TruckScope,
  TruckSelectInLine,
  useTruckScope,
} from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { PlusIcon } from "@/ui/icons/common-icons";
import { SearchIcon } from "@/ui/icons/form-icons";
import { BellIcon, BellOffIcon } from "@/ui/icons/staff-icons";
import { Row, Text } from "@/ui/layout";
import { OrderFilters, useOrderFilter } from "./order-filters";
import { OrdersBoard } from "./orders-board";
import styles from "./orders-board.module.css";
import { OrdersSkeleton } from "./orders-skeleton";

export function OrdersPage() {
  const scope = useTruckScope({ allowsDeleted: true });
  useDocumentTitle(m.common.orders);
  return (
    <>
      <BoardHeader key={scope.truckId} scope={scope} />
      <TruckContent scope={scope} skeleton={<OrdersSkeleton />}>
        {scope.truck ? <OrdersBoard key={scope.truck._id} truck={scope.truck} /> : null}
      </TruckContent>
    </>
  );
}

/**
 * One line, so that the orders begin as high as they can: what is used now and then opens from it. A deleted truck
 * takes no orders: of it only the board is left, to end what is open there.
 */
function BoardHeader({ scope }: { scope: TruckScope }) {
  const { truck } = scope;
  const present = truck && !truck.archivedAt ? truck : null;
  const menus = useMenus();
  return (
    <>
      <Row as="header" gap={2} align="center" marginBottom={3} className={styles.header}>
        <Text as="h1" size="2xl" leading={1.1} className={styles.title}>
          {m.common.orders}
        </Text>
        <TruckSelectInLine scope={scope} />
        {truck ? <Search {...menus} /> : null}
        {present ? (
          <Row gap={2} align="center" oneLine pushed className={styles.tools} data-menu>
            <AlertsButton {...menus} />
            <ServiceButton truck={present} {...menus} />
            <ButtonLink to="/admin/kitchen" className={styles.kitchen}>
              {m.orders.kitchenView}
            </ButtonLink>
            <NewOrderLink truckId={present._id} />
          </Row>
        ) : null}
      </Row>
      {present ? (
        <>
          <AlertsMenu truckId={present._id} isOpen={menus.open === "alerts"} />
          <AvailabilityControls truck={present} folded={menus.open !== "service"}>
            <DisruptionButton truck={present} />
            <DisruptionButton truck={present} kind="late" />
            <ButtonLink to="/admin/drawer?close=1">{m.common.closeDay}</ButtonLink>
          </AvailabilityControls>
          <DisruptionBars truck={present} />
          <OpenDrawerBar truckId={present._id} />
          <OpenPaymentBars truckId={present._id} />
        </>
      ) : null}
    </>
  );
}

type Menu = "service" | "alerts" | "search";

interface MenusProps {
  open: Menu | null;
  toggle: (menu: Menu) => void;
}

/** Which menu of the header is open: one at a time, until a press beside it or Escape. */
function useMenus(): MenusProps {
  const [open, setOpen] = useState<Menu | null>(null);
  const isFloating = open === "service" || open === "alerts";
  useEffect(() => {
    if (!isFloating) return;
    const close = ({ target }: MouseEvent) => {
      // A drawer that the menu opened is beside the page; the menu is there again when it closes.
      const isBeside = target instanceof Element && target.closest("main") !== null;
      if (isBeside && !target.closest(`[data-menu], #${SERVICE_MENU}`)) setOpen(null);
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && document.querySelector("[role=dialog]") === null) setOpen(null);
    };
    document.addEventListener("click", close);
    // Before a drawer hears the same key and is gone.
    document.addEventListener("keydown", closeByKey, true);
    return () => {
      document.removeEventListener("click", close);
      document.removeEventListener("keydown", closeByKey, true);
    };
  }, [isFloating]);
  return { open, toggle: (menu) => setOpen(open === menu ? null : menu) };
}

/** On a wide screen the search stands in the line; on others the glass opens it below. */
function Search({ open, toggle }: MenusProps) {
  const choice = useOrderFilter();
  const { search, from, to } = choice.filter;
  const isOpen = open === "search" || `${search}${from}${to}` !== "";
  const id = useId();
  return (
    <>
      <Button
        variant="quiet"
        className={styles.glass}
        aria-label={m.orders.filter.open}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => toggle("search")}
      >
        <SearchIcon size={22} />
      </Button>
      <div id={id} className={styles.find} data-open={isOpen}>
        <OrderFilters {...choice} />
      </div>
    </>
  );
}

function AlertsButton({ open, toggle }: MenusProps) {
  const { isMuted } = useSound();
  return (
    <Button
      variant="quiet"
      className={styles.icon}
      aria-label={isMuted ? m.alerts.buttonMuted : m.alerts.button}
      aria-expanded={open === "alerts"}
      onClick={() => toggle("alerts")}
    >
      {isMuted ? <BellOffIcon size={22} /> : <BellIcon size={22} />}
    </Button>
  );
}

function AlertsMenu({ truckId, isOpen }: { truckId: string; isOpen: boolean }) {
  if (!isOpen) return null;
  return (
    <div className={styles.controls} data-menu>
      <div className={styles.menu}>
        <SoundLine />
        <PushAlerts truckId={truckId} />
      </div>
    </div>
  );
}

/** Cash was taken and no drawer is open: offers to open one, which is where that cash will be counted. */
function OpenDrawerBar({ truckId }: { truckId: string }) {
  const { data } = useQuery(drawerQuery(truckId));
  if (!data || data.open !== null || data.waitingCash === 0) return null;
  return (
    <NoticeBar
      tone="info"
      action={<ButtonLink to="/admin/drawer">{m.common.openDrawer}</ButtonLink>}
    >
      {m.orders.drawerOffer({ amount: formatDollars(data.waitingCash) })}
    </NoticeBar>
  );
}

/** What is under way on the truck's readers, begun on whichever tablet. */
function OpenPaymentBars({ truckId }: { truckId: string }) {
  const open = useOpenPayments(truckId);
  return open.map((payment) => {
    const { _id, paysOrderId, total, readerLabel } = payment;
    const words = isRunning(payment) ? m.reader.underWay : m.reader.unfinished;
    const screen = paysOrderId ? `/admin/orders/${paysOrderId}#pay` : "/admin/orders/new";
    return (
      <NoticeBar
        key={_id}
        tone={isRunning(payment) ? "info" : "warning"}
        action={<ButtonLink to={screen}>{m.common.show}</ButtonLink>}
      >
        {words({ amount: formatDollars(total), reader: readerLabel })}
      </NoticeBar>
    );
  });
}

interface ServiceButtonProps extends MenusProps {
  truck: StaffTruck;
}

function ServiceButton({ truck, open, toggle }: ServiceButtonProps) {
  const count = useSwitchedOn(truck);
  return (
    <Button
      aria-expanded={open === "service"}
      aria-controls={SERVICE_MENU}
      className={styles.service}
      onClick={() => toggle("service")}
    >
      {m.service.menu.title}{" "}
      {count > 0 ? (
        <span className={styles.count}>
          <span aria-hidden="true">{count}</span>
          <span className="visually-hidden">{m.service.menu.on({ count })}</span>
        </span>
      ) : null}
    </Button>
  );
}

function NewOrderLink({ truckId }: { truckId: string }) {
  const isTyped = isUnfinished(useCounterDraft(truckId));
  return (
    <ButtonLink to="/admin/orders/new" className={styles.newOrder}>
      <PlusIcon size={22} />
      <span className={styles.newOrderWord}>
        {isTyped ? m.orders.newOrderUnfinished : m.common.newOrder}
      </span>
    </ButtonLink>
  );
}
