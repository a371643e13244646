import { formatDate } from "@/domain/time/dates";
import { DEFAULT_TIMEZONE } from "@/domain/time/time";
import { truckHueProps } from "@/domain/trucks/truck-hue";
import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { NoTruckNotice } from "@/staff/shell/no-truck-notice";
import { TruckContent } from "@/staff/shell/truck-content";
import { type TruckScope, TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useWaitingPayments } from "@/staff/shell/waiting-payments";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { ButtonLink } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { Stack } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/headings";
import { Comparison } from "./comparison/comparison";
import { DashboardTiles } from "./dashboard-tiles";
import { MenuPreview, PreviewSkeleton } from "./menu-preview";
import { OpenOrders } from "./open-orders";
import { PlatformLinks } from "./platform-links";
import { TruckToday } from "./truck-today";

/** Where staff arrive: the ways on, how the truck stands, and a look at its menu. */
export function DashboardPage() {
  const { name, email } = useCurrentUser();
  const scope = useTruckScope();
  useDocumentTitle(m.common.dashboard);
  return (
    <>
      <PageHeader
        title={m.common.welcome({ name: name || email })}
        description={scope.truck ? <TruckToday truck={scope.truck} /> : null}
        actions={<TruckSelect scope={scope} />}
      />
      <WaitingForUser />
      <DashboardTiles openOrders={scope.truckId ? <OpenOrders truckId={scope.truckId} /> : null} />
      {scope.isChooser ? <PlatformLinks /> : null}
      {scope.isChooser ? <Comparison /> : null}
      <TruckMenu scope={scope} />
    </>
  );
}

/** Payments that wait for a person, because money is lost when no one looks. */
function WaitingForUser() {
  const { disputes, answerBy, heldPayments } = useWaitingPayments();
  const day = answerBy ? formatDate(new Date(answerBy), DEFAULT_TIMEZONE) : null;
  if (!disputes && !heldPayments) return null;
  return (
    <Stack gap={2} marginBottom={4}>
      {disputes > 0 ? (
        <NoticeBar
          tone="danger"
          action={<ButtonLink to="/admin/disputes">{m.dashboard.disputes.see}</ButtonLink>}
        >
          {day
            ? m.dashboard.disputes.countByDay({ count: disputes, day })
            : m.dashboard.disputes.count({ count: disputes })}
        </NoticeBar>
      ) : null}
      {heldPayments ? (
        <NoticeBar
          tone="warning"
          action={<ButtonLink to="/admin/held-payments">{m.dashboard.held.see}</ButtonLink>}
        >
          {m.dashboard.held.count({ count: heldPayments })}
        </NoticeBar>
      ) : null}
    </Stack>
  );
}

function TruckMenu({ scope }: { scope: TruckScope }) {
  const { truckId, truck } = scope;
  return (
    <TruckContent scope={scope} skeleton={<PreviewSkeleton />} noTruck={<NoTruckNotice />}>
      {truckId ? (
        <div {...(truck ? truckHueProps(truck) : {})}>
          <MenuPreview key={truckId} truckId={truckId} />
        </div>
      ) : null}
    </TruckContent>
  );
}
