import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { messages as m } from "@/messages";
import { countsQuery } from "@/staff/schedule/api";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded, together } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeletons } from "@/ui/feedback/skeletons";
import { type StopCounts, type SubjectGroup, subjectsOf } from "./counted-items-and-form-values";

interface CountsLoaderProps {
  truckId: string;
  stopId: string;
  children: (counts: StopCounts, groups: SubjectGroup[]) => ReactNode;
}

/** Loads the counts of a stop and what is on the menu, and says how that goes. */
export function CountsLoader({ truckId, stopId, children }: CountsLoaderProps) {
  const counts = useQuery(countsQuery(truckId, stopId));
  const menu = useQuery(staffMenuQuery(truckId));
  return (
    <Loaded
      query={together(counts, menu)}
      skeleton={<Skeletons label={m.counts.loading} heights={["20rem"]} />}
      failed={m.counts.loadFailed}
      headingLevel="h3"
      stale={(reason) => (
        <Notice tone="warning" role="alert" title={m.counts.loadFailedStale({ reason })} />
      )}
    >
      {([counted, items]) =>
        items.length === 0 ? <NoMenu /> : children(counted, subjectsOf(items))
      }
    </Loaded>
  );
}

function NoMenu() {
  return (
    <EmptyState
      title={m.common.noMenuItemsYet}
      description={m.counts.emptyHint}
      action={<ButtonLink to="/admin/menu/new">{m.counts.addMenuItem}</ButtonLink>}
    />
  );
}
