import type { ReactNode } from "react";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import type { TruckScope } from "./truck-scope";

interface ScopedContentProps {
  scope: TruckScope;
  /** Stands above whatever is shown instead of content that brings a heading of its own. */
  header?: ReactNode;
  /** Shown until it is known which truck the screen is about. */
  skeleton: ReactNode;
  /** What a user without a truck misses: "customers". */
  what: string;
  children: ReactNode;
}

/** For screens that show one truck, or all of them to a superadmin who chose none. */
export function ScopedContent(props: ScopedContentProps) {
  const { scope, header, children } = props;
  const isKnown = !scope.isLoading && !scope.error && (scope.isChooser || scope.truckId);
  if (isKnown) return children;
  return (
    <>
      {header}
      <Instead {...props} />
    </>
  );
}

function Instead({ scope, skeleton, what }: ScopedContentProps) {
  if (scope.isLoading) return skeleton;
  if (scope.error) {
    return (
      <ErrorState
        title={m.staff.shell.failedToLoadTrucks({ errorMessage: errorMessage(scope.error) })}
        onRetry={scope.refetch}
      />
    );
  }
  return (
    <EmptyState
      title={m.staff.shell.noTruckAssigned}
      description={m.staff.shell.yourAccountHasNoFood({ what })}
    />
  );
}
