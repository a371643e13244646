import { useParams } from "react-router";
import { OrderDetail } from "@/features/admin-orders/order-detail";

export function OrderPage() {
  const { id = "" } = useParams();
  return <OrderDetail key={id} orderId={id} />;
}
