/** Asks about a truck with open orders: what customers have ordered there is read first. */

import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { components } from "@/domain/api/schema.gen";
import type { StaffTruck } from "@/domain/api/staff-types";
import { openOrdersKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

export type OpenOrders = components["schemas"]["OpenOrders"];

/** Always as it is now, because a question about older orders would be answered wrongly. */
function openOrdersQuery(truckId: string) {
  return queryOptions({
    queryKey: openOrdersKey(truckId),
    queryFn: ({ signal }) =>
      answer(
        api.GET("/api/trucks/{truck_id}/open-orders", {
          params: { path: { truck_id: truckId } },
          signal,
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });
}

interface OpenOrdersQuestionProps {
  truck: Pick<StaffTruck, "_id" | "name">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  confirmLabel: (found: OpenOrders | undefined) => string;
  destructive?: boolean;
  pending: boolean;
  onConfirm: (found: OpenOrders) => void;
  sentences: (found: OpenOrders) => (string | null)[];
}

/** A question that cannot be answered before the orders are known. */
export function OpenOrdersQuestion(props: OpenOrdersQuestionProps) {
  const { truck, open, title, pending, onConfirm, sentences, confirmLabel, ...dialog } = props;
  const found = useQuery({ ...openOrdersQuery(truck._id), enabled: open });
  const orders = found.isFetching ? undefined : found.data;
  return (
    <ConfirmDialog
      {...dialog}
      open={open}
      title={title}
      confirmLabel={confirmLabel(orders)}
      pending={pending}
      blocked={orders === undefined}
      onConfirm={() => orders && onConfirm(orders)}
    >
      <Loaded
        query={found.isFetching ? { ...found, data: undefined, error: null } : found}
        skeleton={<Skeletons label={m.shell.truckQuestion.loading} heights={["4rem"]} />}
        failed={m.shell.truckQuestion.failed}
        headingLevel="h3"
      >
        {(known) =>
          sentences(known).map((sentence) => (sentence ? <p key={sentence}>{sentence}</p> : null))
        }
      </Loaded>
    </ConfirmDialog>
  );
}
