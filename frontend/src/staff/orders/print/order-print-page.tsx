import { useParams } from "react-router";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { useTruckScope } from "@/staff/shell/truck-scope";
import { ErrorState } from "@/ui/feedback/error-state";
import { Spinner } from "@/ui/feedback/spinner";
import { OrderPrint } from "./order-print";

/** A bare page: whatever is on it is printed. */
export function OrderPrintPage() {
  const { id = "" } = useParams();
  const { trucks, isLoading, error, refetch } = useTruckScope({ allowsAll: true });
  const truckOf = (truckId: string) => trucks.find(({ _id }) => _id === truckId) ?? null;
  return (
    <main id="main" tabIndex={-1}>
      {/* The times on it are the truck's; it must not be printed before they are known. */}
      {isLoading ? <Spinner label={m.common.loading} showLabel /> : null}
      {error ? (
        <ErrorState
          headingLevel="h1"
          title={m.shell.trucksFailed({ errorMessage: errorMessage(error) })}
          onRetry={refetch}
        />
      ) : null}
      {isLoading || error ? null : <OrderPrint key={id} orderId={id} truckOf={truckOf} />}
    </main>
  );
}
