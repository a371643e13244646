import type { ReactNode } from "react";
import { DEFAULT_TIMEZONE } from "@/domain/time/time";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/headings";
import { isScopeKnown, TruckContent } from "./truck-content";
import { TruckSelect, useTruckScope } from "./truck-scope";

interface ScopedPageProps {
  title: string;
  /** The name of the truck unless told. */
  description?: string;
  skeleton: ReactNode;
  /** Draws the content for a truck, or for all of them (null); a missing zone is the default one. */
  children: (truckId: string | null, timezone: string) => ReactNode;
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
          ? children(scope.truckId, scope.truck?.timezone ?? DEFAULT_TIMEZONE)
          : null}
      </TruckContent>
    </>
  );
}
