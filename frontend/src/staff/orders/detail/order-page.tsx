import { useParams } from "react-router";
import { OrderDetail } from "./order-detail";

export function OrderPage() {
  const { id = "" } = useParams();
  return <OrderDetail key={id} orderId={id} />;
}
