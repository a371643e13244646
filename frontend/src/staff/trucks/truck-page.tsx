import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { StaffTruck } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { staffTruckQuery } from "@/staff/trucks/api";
import { TruckChecklist } from "@/staff/trucks/truck-checklist";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { ButtonLink } from "@/ui/controls/button";
import { ErrorState, Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { BackLink, FROM_LIST, PageHeader } from "@/ui/layout/page-header";

/** One truck for superadmins: from a draft to a truck that customers see. */
export function TruckPage() {
  const { id = "" } = useParams();
  const query = useQuery(staffTruckQuery(id));
  useDocumentTitle(query.data?.name ?? m.common.truck);
  return (
    <>
      <PageHeader
        title={query.data?.name ?? m.common.truck}
        description={query.data ? standingOf(query.data) : null}
        back={<BackLink to="/admin/trucks" label={m.common.trucks} />}
        actions={
          <ButtonLink to={`/admin/trucks/edit/${id}`} state={FROM_LIST}>
            {m.checklist.editTruck}
          </ButtonLink>
        }
      />
      <Loaded
        query={query}
        skeleton={<Skeletons label={m.common.loadingTruck} heights={["20rem"]} />}
        failed={m.truckForm.failed}
        missing={<ErrorState title={m.truckForm.notFound} description={m.truckForm.notFoundHint} />}
      >
        {(truck) => <TruckChecklist truck={truck} mayPublish />}
      </Loaded>
    </>
  );
}

function standingOf({ isDraft, isActive }: StaffTruck): string {
  if (isDraft) return m.checklist.draftHint;
  return isActive ? m.checklist.activeHint : m.checklist.inactiveHint;
}
