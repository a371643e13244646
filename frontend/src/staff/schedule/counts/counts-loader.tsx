import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorMessage } from "@/domain/api/errors";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { Notice } from "@/ui/feedback/notice";
import { Skeleton } from "@/ui/feedback/skeleton";
import { countsQuery } from "./api";
import { type StopCounts, type SubjectGroup, subjectsOf } from "./subjects";

interface CountsLoaderProps {
  truckId: string;
  stopId: string;
  children: (counts: StopCounts, groups: SubjectGroup[]) => ReactNode;
}

/** Loads the counts of a stop and what is on the menu, and says how that goes. */
export function CountsLoader({ truckId, stopId, children }: CountsLoaderProps) {
  const counts = useQuery(countsQuery(truckId, stopId));
  const menu = useQuery(staffMenuQuery(truckId));
  const error = counts.error ?? menu.error;
  if (counts.data && menu.data) {
    return (
      <>
        {error ? (
          <Notice
            tone="warning"
            role="alert"
            title={m.staff.counts.knownBefore({ reason: errorMessage(error) })}
          />
        ) : null}
        {menu.data.length === 0 ? <NoMenu /> : children(counts.data, subjectsOf(menu.data))}
      </>
    );
  }
  if (!error) return <CountsSkeleton />;
  return (
    <ErrorState
      title={m.staff.counts.didNotLoad}
      description={errorMessage(error)}
      onRetry={() => {
        void counts.refetch();
        void menu.refetch();
      }}
      headingLevel="h3"
    />
  );
}

function CountsSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.staff.counts.loading}</span>
      <Skeleton height="20rem" />
    </div>
  );
}

function NoMenu() {
  return (
    <EmptyState
      title={m.staff.counts.noMenuItems}
      description={m.staff.counts.countedFromMenu}
      action={<ButtonLink to="/admin/menu/new">{m.staff.counts.addMenuItem}</ButtonLink>}
    />
  );
}
