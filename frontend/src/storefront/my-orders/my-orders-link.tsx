import { Link } from "wouter";
import { messages as m } from "@/messages";
import styles from "@/storefront/layout/layout.module.css";
import { BagIcon } from "@/ui/icons/first-page-icons";
import { useSavedOrders } from "./saved-orders";

/** The way to the orders of this device, as soon as there is one. On a small phone it is an icon. */
export function MyOrdersLink() {
  if (useSavedOrders().length === 0) return null;
  return (
    <Link to="/orders" className={styles.orders}>
      <BagIcon />
      <span className={styles.name}>{m.common.myOrders}</span>
    </Link>
  );
}
