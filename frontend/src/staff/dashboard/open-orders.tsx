import { useQuery } from "@tanstack/react-query";
import { openOrderCountQuery } from "./api";
import styles from "./open-orders.module.css";

/** How many orders are open right now; stays silent where the number cannot be had. */
export function OpenOrders({ truckId }: { truckId: string }) {
  const { data } = useQuery(openOrderCountQuery(truckId));
  if (!data) return "Confirm, cook and hand over";
  if (data.open === 0) return "Nothing open right now";
  return (
    <>
      <span className={styles.number}>{data.open}</span> open
      {data.waiting > 0 ? `, ${data.waiting} waiting to be confirmed` : ""}
    </>
  );
}
