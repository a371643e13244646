import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import { useSend } from "@/domain/api/use-send-once";
import { readAgain } from "@/domain/live/read-again";
import { applyOrder, orderOfConflict } from "@/domain/orders/order-cache";
import { counterPaymentKey, counterPaymentsKey } from "@/domain/query-keys";
import { stored, TEXT } from "@/domain/stored";
import { messages as m } from "@/messages";
import type { Reader } from "@/staff/devices/api";
import { pollWhileLost, useLiveStaffTruck } from "@/staff/shared/use-live-staff-truck";

/** One try to collect one order on a reader. */
export type CounterPayment = components["schemas"]["CounterPayment"];
type State = CounterPayment["state"];

/** While the stream is not there, as often as the server asks the reader; else for what the stream may have missed. */
const POLL_MS = 2_000;
const POLL_WHILE_LIVE_MS = 10_000;

const FINAL: readonly State[] = ["paid", "cash", "cancelled", "expired"];
const RUNNING: readonly State[] = ["waiting", "processing"];
/** The reader may have it all the same, and charge the card. */
const MAY_RUN: readonly State[] = ["timed_out", "reader_offline"];

export const isFinal = ({ state }: CounterPayment) => FINAL.includes(state);
/** A reader has it: what happens next is up to the customer. */
export const isRunning = ({ state }: CounterPayment) => RUNNING.includes(state);
/** The money is there, by card or in cash. */
export const isPaid = ({ state }: CounterPayment) => state === "paid" || state === "cash";

/** The card was charged, but there is no order: a superadmin decides. No one may charge again. */
export const isHeld = ({ reason }: CounterPayment) => reason === "in_review";

/** The truck's payments that are not over, on whichever tablet they were begun. */
export function useOpenPayments(truckId: string): readonly CounterPayment[] {
  const live = useLiveStaffTruck(truckId);
  const { data = [] } = useQuery({
    queryKey: counterPaymentKey(truckId, "open"),
    queryFn: async ({ signal }) => {
      const query = { truckId, state: "open" };
      const found = await answer(api.GET("/api/counter-payments", { params: { query }, signal }));
      return found.counterPayments;
    },
    refetchOnMount: "always",
    refetchInterval: pollWhileLost(live),
  });
  return data;
}

/** A payment as it stands, until it is over; null for none, and until it is known. */
export function usePayment(truckId: string, paymentId: string | null) {
  const client = useQueryClient();
  const { state } = useLiveStaffTruck(truckId);
  const { data = null, isLoading } = useQuery({
    ...paymentQuery(client, truckId, paymentId ?? ""),
    enabled: paymentId !== null,
    refetchInterval: ({ state: { data: known } }) => {
      if (known && !isRunning(known) && !MAY_RUN.includes(known.state)) return false;
      return state === "live" ? POLL_WHILE_LIVE_MS : POLL_MS;
    },
  });
  return { payment: paymentId === null ? null : data, isLoading };
}

function paymentQuery(client: QueryClient, truckId: string, paymentId: string) {
  const queryKey = counterPaymentKey(truckId, paymentId);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const params = { path: { payment_id: paymentId } };
      const read = await answer(api.GET("/api/counter-payments/{payment_id}", { params, signal }));
      const known = client.getQueryData<CounterPayment>(queryKey);
      return known && isOlder(read, known) ? known : read;
    },
    refetchOnMount: "always",
  });
}

/** Shows a payment as the server has answered it, unless something later is known already. */
function applyPayment(client: QueryClient, payment: CounterPayment): void {
  const { truckId, _id } = payment;
  client.setQueryData<CounterPayment>(counterPaymentKey(truckId, _id), (known) =>
    known && isOlder(payment, known) ? known : payment,
  );
  client.setQueryData<CounterPayment[]>(counterPaymentKey(truckId, "open"), (open = []) => {
    const others = open.filter((other) => other._id !== _id);
    return isFinal(payment) ? others : [...others, payment];
  });
}

function isOlder(one: CounterPayment, other: CounterPayment): boolean {
  return Date.parse(one.updatedAt) < Date.parse(other.updatedAt);
}

type CardRequest = components["schemas"]["CounterPaymentRequest"];

/** Asks a reader for the card of an order, once under one key. */
export function useTakeCard(truckId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ request, key }: { request: CardRequest; key: string }) =>
      answer(
        api.POST("/api/counter-payments", {
          params: { header: { "Idempotency-Key": key } },
          body: request,
        }),
      ),
    onSuccess: (payment) => applyPayment(client, payment),
    // It may have arrived, or another tablet has asked already.
    onError: () => readAgain(client, counterPaymentsKey(truckId)),
  });
}

/** Asks a reader for the card of an order that was placed before. */
export function useTakeCardOf(truckId: string) {
  const client = useQueryClient();
  const { mutateAsync } = useTakeCard(truckId);
  const send = useSend((request: { orderId: string; readerId: string }, key) =>
    mutateAsync({ request, key }),
  );
  return useMutation({
    mutationFn: send,
    onError: (error) => {
      const paid = orderOfConflict(error);
      if (paid) applyOrder(client, paid);
    },
  });
}

/** What staff decide about a payment: try again, on whichever reader, cancel it, or take cash instead. */
export type Decision = { kind: "retry"; readerId: string } | { kind: "cancel" | "cash" };

export function useDecide({ _id, truckId }: CounterPayment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => {
      const params = { path: { payment_id: _id } };
      if (decision.kind === "retry") {
        const body = { readerId: decision.readerId };
        rememberReader(decision.readerId);
        return answer(api.POST("/api/counter-payments/{payment_id}/retry", { params, body }));
      }
      return decision.kind === "cancel"
        ? answer(api.POST("/api/counter-payments/{payment_id}/cancel", { params }))
        : answer(api.POST("/api/counter-payments/{payment_id}/cash", { params }));
    },
    onSuccess: (payment) => applyPayment(client, payment),
    onError: (error) => {
      const present = presentOf(error);
      if (present) applyPayment(client, present);
      else void readAgain(client, counterPaymentsKey(truckId));
    },
  });
}

/** The payment as it is now, from a refusal of what was decided about an older state; null for any other failure. */
export function presentOf(error: unknown): CounterPayment | null {
  if (!(error instanceof ApiError) || error.code !== "payment_conflict") return null;
  return (error.body as { counterPayment?: CounterPayment }).counterPayment ?? null;
}

const lastReader = stored("chuckwagon.card-reader", TEXT);

/** The reader that this device used last, else the first one that was online. */
export function preferredReader(readers: readonly Reader[]): Reader | null {
  const last = readers.find(({ _id }) => _id === lastReader.read());
  return last ?? readers.find(({ status }) => status === "online") ?? readers[0] ?? null;
}

export function rememberReader(readerId: string): void {
  lastReader.write(readerId);
}

/** Why a payment has ended without an order. */
export function overWords(payment: CounterPayment): string {
  if (isHeld(payment)) return m.reader.over.inReview;
  return payment.state === "expired" ? m.reader.over.expired : m.reader.over.cancelled;
}
