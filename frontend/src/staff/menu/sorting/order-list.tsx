import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { cachedMenu } from "@/staff/menu/menu-cache";
import { Box, Text } from "@/ui/layout";
import { type Edge, placeBeside } from "./menu-order";
import styles from "./order-list.module.css";
import { OrderRow } from "./order-row";
import { useMenuOrder } from "./use-menu-order";

/** The whole menu as a short list to put in order: by buttons, or by dragging. */
export function OrderList({ truckId, menu }: { truckId: string; menu: readonly StaffMenuItem[] }) {
  const client = useQueryClient();
  const { move, announcement } = useMenuOrder(truckId);
  const handleDrop = useCallback(
    (draggedId: string, targetId: string, edge: Edge) => {
      const place = placeBeside(cachedMenu(client, truckId), draggedId, targetId, edge);
      if (place !== null) move(draggedId, place);
    },
    [client, truckId, move],
  );
  return (
    <>
      <Text measure="column" marginBottom={4} soft id="order-hint">
        {m.menu.sort.hint}
      </Text>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <Box
        as="ol"
        measure="column"
        surface="card"
        radius="card"
        outlined
        aria-label={m.menu.sort.label}
        aria-describedby="order-hint"
        className={styles.list}
      >
        {menu.map((item, place) => (
          <OrderRow
            key={item._id}
            item={item}
            place={place}
            isLast={place === menu.length - 1}
            onMove={move}
            onDrop={handleDrop}
          />
        ))}
      </Box>
    </>
  );
}
