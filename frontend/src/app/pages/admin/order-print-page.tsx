import { useParams } from "react-router";
import { useTruckScope } from "@/app/admin/truck-scope";
import { Spinner } from "@/components/ui/spinner";
import { OrderPrint } from "@/features/admin-orders/order-print";

/** A bare page: whatever is on it is printed. */
export function OrderPrintPage() {
  const { id = "" } = useParams();
  const { trucks, isLoading } = useTruckScope({ allowsAll: true });
  const truckOf = (truckId: string) => trucks.find(({ _id }) => _id === truckId) ?? null;
  return (
    <main id="main" tabIndex={-1}>
      {/* The times on it are the truck's; it must not be printed before they are known. */}
      {isLoading ? (
        <Spinner label="Loading..." showLabel />
      ) : (
        <OrderPrint key={id} orderId={id} truckOf={truckOf} />
      )}
    </main>
  );
}
