import { useParams } from "react-router";
import { useTruckScope } from "@/app/admin/truck-scope";
import { OrderDetail } from "@/features/admin-orders/order-detail";
import { DEFAULT_TIMEZONE } from "@/lib/time";

export function OrderPage() {
  const { id = "" } = useParams();
  const { trucks } = useTruckScope({ allowsAll: true });
  // Whichever truck the superadmin has chosen: times are those of the order's own.
  const zoneOf = (truckId: string) =>
    trucks.find(({ _id }) => _id === truckId)?.timezone ?? DEFAULT_TIMEZONE;
  return <OrderDetail key={id} orderId={id} zoneOf={zoneOf} />;
}
