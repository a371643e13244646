import type { ReactNode } from "react";
import { errorMessage } from "@/domain/api/errors";
import type { StaffTruck } from "@/domain/api/staff-types";
import { DEFAULT_TIMEZONE } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState, ErrorState } from "@/ui/feedback/empty-and-error-states";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { Box } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { type TruckScope, TruckSelect, useTruckScope } from "./truck-scope-and-select";

interface TruckContentProps {
  scope: TruckScope;
  /** Shown until it is known which truck the screen is about. */
  skeleton: ReactNode;
  /** For an admin without a truck. */
  noTruck?: ReactNode;
  /** The content; null until the truck is known, where it is about one. */
  children: ReactNode;
}

/** The content of a screen about a truck, or what there is to show without one. */
export function TruckContent(props: TruckContentProps) {
  const { scope, skeleton, noTruck = <NoTruckAssigned />, children } = props;
  if (children) {
    return (
      <>
        {scope.truck?.isDraft ? (
          <Box marginBottom={4}>
            <DraftBar scope={scope} truck={scope.truck} />
          </Box>
        ) : null}
        {children}
      </>
    );
  }
  if (!scope.isChooser && !scope.truckId) return noTruck;
  if (scope.isLoading) return skeleton;
  if (scope.error) {
    return (
      <ErrorState
        title={m.shell.trucksFailed({ errorMessage: errorMessage(scope.error) })}
        onRetry={scope.refetch}
      />
    );
  }
  return scope.isChooser ? <NoTrucks /> : noTruck;
}

/** On every screen of a draft: what that is, and the way back to what it still needs. */
export function DraftBar({ scope, truck }: { scope: TruckScope; truck: StaffTruck }) {
  const checklist = scope.isChooser ? `/admin/trucks/${truck._id}` : "/admin/our-truck";
  return (
    <NoticeBar tone="info" action={<ButtonLink to={checklist}>{m.shell.toChecklist}</ButtonLink>}>
      {m.shell.draftHint}
    </NoticeBar>
  );
}

function NoTruckAssigned() {
  return <EmptyState title={m.shell.noTruckAssigned} description={m.shell.noTruckAssignedHint} />;
}

/** Whether a screen that can show all trucks has what it needs: the list of trucks, and a truck or the right to all. */
export function isScopeKnown({ isLoading, error, isChooser, truckId }: TruckScope): boolean {
  return !isLoading && !error && (isChooser || truckId !== null);
}

interface ScopedPageProps {
  title: string;
  /** The name of the truck unless told. */
  description?: string;
  skeleton: ReactNode;
  /** Draws the content for a truck, or for all of them (null); a missing zone is the default one. */
  children: (truckId: string | null, timezone: string, scope: TruckScope) => ReactNode;
}

/** A page about one truck or all of them, which is chosen at its head. */
export function ScopedPage({ title, description, skeleton, children }: ScopedPageProps) {
  const scope = useTruckScope({ allowsAll: true });
  useDocumentTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        description={description ?? scope.truck?.name}
        actions={<TruckSelect scope={scope} />}
      />
      <TruckContent scope={scope} skeleton={skeleton}>
        {isScopeKnown(scope)
          ? children(scope.truckId, scope.truck?.timezone ?? DEFAULT_TIMEZONE, scope)
          : null}
      </TruckContent>
    </>
  );
}

/** For a superadmin on the first day. */
function NoTrucks() {
  return (
    <EmptyState
      title={m.common.noTrucksYet}
      description={m.shell.noTrucksHint}
      action={
        <ButtonLink to="/admin/trucks/new" variant="primary">
          {m.shell.addFirstTruck}
        </ButtonLink>
      }
    />
  );
}
