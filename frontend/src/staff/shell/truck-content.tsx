import type { ReactNode } from "react";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/loaded";
import { NoTrucks } from "./no-trucks";
import type { TruckScope } from "./truck-scope";

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
  if (children) return children;
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

function NoTruckAssigned() {
  return <EmptyState title={m.shell.noTruckAssigned} description={m.shell.noTruckAssignedHint} />;
}

/** Whether a screen that can show all trucks has what it needs: the list of trucks, and a truck or the right to all. */
export function isScopeKnown({ isLoading, error, isChooser, truckId }: TruckScope): boolean {
  return !isLoading && !error && (isChooser || truckId !== null);
}
