import { useQuery } from "@tanstack/react-query";
import { messages as m } from "@/messages";
import { openOrderCountQuery } from "./api";
import styles from "./dashboard.module.css";

/** How many orders are open right now; stays silent where the number cannot be had. */
export function OpenOrders({ truckId }: { truckId: string }) {
  const { data } = useQuery(openOrderCountQuery(truckId));
  if (!data) return m.dashboard.tiles.ordersHint;
  if (data.open === 0) return m.dashboard.openOrders.none;
  return (
    <>
      <span className={styles.number}>{data.open}</span>{" "}
      {m.dashboard.openOrders.open({
        count: data.open,
        waitingText:
          data.waiting > 0 ? m.dashboard.openOrders.waiting({ waiting: data.waiting }) : "",
      })}
    </>
  );
}
