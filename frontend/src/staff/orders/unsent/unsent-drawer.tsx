import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { useUnreadable, useUnsent, useUnsentStore } from "@/domain/offline/unsent-orders";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Stack } from "@/ui/layout";
import { BackButton, PageHeader } from "@/ui/layout/page-header";
import { Dialog } from "@/ui/overlay/dialog";
import { unsentPlaceQuery } from "./api";
import { UnreadableOrderCard, UnsentOrderCard } from "./unsent-order";

interface UnsentDrawerProps {
  truckId: string;
  /** The truck's time zone. */
  zone: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The orders of a truck that are on this device only; those that need a person come first. */
export function UnsentDrawer({ truckId, zone, open, onOpenChange }: UnsentDrawerProps) {
  const orders = useUnsent(truckId);
  const unreadable = useUnreadable(truckId);
  const sendNow = useUnsentStore((state) => state.sendNow);
  const sorted = [
    ...orders.filter(({ refusal }) => refusal !== null),
    ...orders.filter(({ refusal }) => refusal === null),
  ];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.unsent.title}
      // What was refused is not sent before a person has chosen.
      footer={
        orders.some(({ refusal }) => refusal === null) ? (
          <Button onClick={sendNow}>{m.unsent.sendNow}</Button>
        ) : undefined
      }
    >
      <Stack gap={4} columns="fill">
        {sorted.length === 0 && unreadable.length === 0 ? <p>{m.unsent.none}</p> : null}
        {unreadable.map((one) => (
          <UnreadableOrderCard key={one.draftId} unreadable={one} zone={zone} />
        ))}
        {sorted.map((unsent) => (
          <UnsentOrderCard
            key={unsent.draftId}
            unsent={unsent}
            onLeave={() => onOpenChange(false)}
          />
        ))}
      </Stack>
    </Dialog>
  );
}

/** The page of an order that is on this device only; once it is sent, that of the order. */
export function UnsentOrderPage({ draftId }: { draftId: string }) {
  const unsent = useUnsentStore(({ orders }) => orders.find((one) => one.draftId === draftId));
  const { data } = useQuery({ ...unsentPlaceQuery(draftId), enabled: unsent === undefined });
  if (!unsent && data?.sentAs) return <Navigate to={`/admin/orders/${data.sentAs}`} replace />;
  return (
    <>
      <PageHeader
        title={unsent ? unsent.number : m.unsent.title}
        description={m.unsent.onlyOnThisTablet}
        back={<BackButton fallback="/admin/orders" />}
      />
      {unsent ? <UnsentOrderCard unsent={unsent} /> : null}
      {!unsent && data ? <EmptyState title={m.unsent.none} /> : null}
    </>
  );
}
