import { messages as m } from "@/messages";
import { useLiveOrders } from "@/staff/shared/use-live-orders";
import { TruckContent } from "@/staff/shell/truck-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { Schedule } from "./schedule";
import { ScheduleSkeleton } from "./schedule-skeleton";

/** Where one truck will be, and when: an admin's own, or the one that a superadmin chose. */
export function SchedulePage() {
  const scope = useTruckScope();
  const { truck } = scope;
  useDocumentTitle(m.common.schedule);
  useLiveOrders(truck?._id ?? null);
  return (
    <>
      <PageHeader
        title={m.common.schedule}
        description={truck?.name}
        actions={<TruckSelect scope={scope} />}
      />
      <TruckContent scope={scope} skeleton={<ScheduleSkeleton />}>
        {truck ? <Schedule key={truck._id} truck={truck} /> : null}
      </TruckContent>
    </>
  );
}
