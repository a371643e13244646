import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import type { StaffTruck } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { staffTruckQuery } from "@/staff/trucks/api";
import {
  OnboardingNotice,
  PaymentAccountCell,
} from "@/staff/trucks/payment-account/account-cell-and-return-notice";
import {
  readOnboarding,
  withoutOnboarding,
} from "@/staff/trucks/payment-account/provider-redirects";
import { TruckChecklist } from "@/staff/trucks/truck-checklist";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { ButtonLink } from "@/ui/controls/button";
import { ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { BackLink, FROM_LIST } from "@/ui/layout/back-button-and-return-to-list";
import { PageHeader } from "@/ui/layout/page-header";

/** One truck for superadmins: from a draft to a truck that customers see. */
export function TruckChecklistPage() {
  const { id = "" } = useParams();
  const query = useQuery(staffTruckQuery(id));
  const [search, setSearch] = useSearchParams();
  const onboarding = readOnboarding(search);
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
      {onboarding ? (
        <OnboardingNotice
          onboarding={onboarding}
          truckName={query.data?.name ?? ""}
          onDismiss={() => setSearch(withoutOnboarding, { replace: true })}
        />
      ) : null}
      <Loaded
        query={query}
        skeleton={<Skeletons label={m.common.loadingTruck} heights={["20rem"]} />}
        failed={m.truckForm.failed}
        missing={<ErrorState title={m.truckForm.notFound} description={m.truckForm.notFoundHint} />}
      >
        {(truck) => (
          <TruckChecklist truck={truck} mayPublish account={<PaymentAccountCell truck={truck} />} />
        )}
      </Loaded>
    </>
  );
}

function standingOf({ isDraft, isActive }: StaffTruck): string {
  if (isDraft) return m.checklist.draftHint;
  return isActive ? m.checklist.activeHint : m.checklist.inactiveHint;
}
