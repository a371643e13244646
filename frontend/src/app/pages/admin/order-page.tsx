import { useParams } from "react-router";
import { useTruckScope } from "@/app/admin/truck-scope";
import { OrderDetail } from "@/features/admin-orders/order-detail";
import { DEFAULT_TIMEZONE } from "@/lib/time";

export function OrderPage() {
  const { id = "" } = useParams();
  const { truck } = useTruckScope({ allowsAll: true });
  return <OrderDetail key={id} orderId={id} zone={truck?.timezone ?? DEFAULT_TIMEZONE} />;
}
