import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { useSend } from "@/domain/api/use-send-once";
import { readAgain } from "@/domain/live/read-again";
import { applyRecord } from "@/domain/live/record-versions";
import { trackedOrderKey, trackedSlotsKey } from "@/domain/query-keys";
import { stored, TEXT } from "@/domain/stored";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel, formatTimeOfDay } from "@/domain/time/time-words";
import { orderZone } from "@/domain/time/wall-clock";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { OfferedSlots } from "@/storefront/checkout/slots/api";
import { isSameInstant } from "@/storefront/checkout/slots/offered-slots";
import { SlotHours } from "@/storefront/checkout/slots/slot-hours";
import { useIsPast } from "@/ui/browser/use-countdown";
import { Button } from "@/ui/controls/button";
import { ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Notice } from "@/ui/feedback/notice";
import { Skeleton } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { Drawer } from "@/ui/overlay/dialog-and-drawer";
import { cancelOrder, moveOrder, type TrackedOrder, trackedSlotsQuery } from "./api";
import styles from "./tracking.module.css";

interface MoveOrCancelProps {
  order: TrackedOrder;
  token: string;
}

type Asked = "slot" | "cancel" | null;

/** What the customer may still do about the order: keep it, move it to another slot, or cancel it. */
export function MoveOrCancel({ order, token }: MoveOrCancelProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const change = useOrderChange(token);
  const isPast = useIsPast(order.choices?.until ?? null);
  const choices = isPast ? unendingOf(order.choices) : order.choices;
  const finish = (message: string) => {
    setAsked(null);
    showToast({ type: "success", message });
  };

  /** A refusal answered the last question, not the next one. */
  function ask(question: Asked): void {
    if (question !== null) change.reset();
    setAsked(question);
  }

  function handleMove(slotAt: string) {
    const done = m.change.slot.moved;
    change.mutate(slotAt, {
      onSuccess: () => finish(done({ time: formatTimeOfDay(new Date(slotAt), orderZone(order)) })),
      onError: (error) => isFinal(error) && setAsked(null),
    });
  }

  function handleCancel() {
    change.mutate(null, {
      onSuccess: () => finish(m.change.cancel.done),
      onError: () => setAsked(null),
    });
  }

  return (
    <>
      {choices ? <Question order={order} choices={choices} onAsk={ask} /> : null}
      <Refusal asked={asked} error={change.error} />
      {choices?.slot ? (
        <SlotDrawer
          order={order}
          token={token}
          open={asked === "slot"}
          onOpenChange={(open) => ask(open ? "slot" : null)}
          error={change.error}
          busy={change.isPending}
          onMove={handleMove}
        />
      ) : null}
      {choices?.cancel ? (
        <CancelQuestion
          refund={choices.refund}
          open={asked === "cancel"}
          onOpenChange={(open) => ask(open ? "cancel" : null)}
          pending={change.isPending}
          onConfirm={handleCancel}
        />
      ) : null}
    </>
  );
}

/** What is left after the end of the choices: an order that no one has confirmed can still be cancelled. */
function unendingOf(choices: TrackedOrder["choices"]): TrackedOrder["choices"] {
  return choices?.unconfirmed ? { ...choices, slot: false } : null;
}

/** Why the last choice was refused; the drawer says it itself. */
function Refusal({ asked, error }: { asked: Asked; error: Error | null }) {
  if (error === null || asked !== null) return null;
  return <Notice tone="danger" role="alert" title={errorMessage(error)} />;
}

interface QuestionProps {
  order: TrackedOrder;
  choices: NonNullable<TrackedOrder["choices"]>;
  onAsk: (asked: Asked) => void;
}

function Question({ order, choices, onAsk }: QuestionProps) {
  const { isKept, keep } = useKept(order);
  const isAsked = order.change !== null && !isKept;
  return (
    <Stack as="section" gap={3} aria-labelledby="order-choices">
      <Text as="h2" size="l" id="order-choices">
        {isAsked ? m.change.choices.suits : m.change.choices.plansChanged}
      </Text>
      {choices.slot || !choices.unconfirmed ? <Text soft>{untilWhen(order, choices)}</Text> : null}
      {choices.unconfirmed ? <Text soft>{m.change.choices.untilConfirmed}</Text> : null}
      {isAsked ? (
        <Button variant="primary" block onClick={keep}>
          {m.change.choices.keep}
        </Button>
      ) : null}
      {choices.slot ? (
        <Button block aria-haspopup="dialog" onClick={() => onAsk("slot")}>
          {m.change.choices.anotherTime}
        </Button>
      ) : null}
      {choices.cancel ? (
        <Button block aria-haspopup="dialog" onClick={() => onAsk("cancel")}>
          {cancelLabel(choices.refund)}
        </Button>
      ) : null}
    </Stack>
  );
}

/** Until when the order can be changed; an order that no one has confirmed can be cancelled for longer. */
function untilWhen(order: TrackedOrder, choices: QuestionProps["choices"]): string {
  const time = clockLabel(new Date(choices.until), orderZone(order), presentTime());
  if (!choices.slot) return m.change.choices.cancelUntil({ time });
  return choices.cancel && !choices.unconfirmed
    ? m.change.choices.until({ time })
    : m.change.choices.moveUntil({ time });
}

interface CancelQuestionProps {
  /** In dollars. */
  refund: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  pending: boolean;
  onConfirm: () => void;
}

function CancelQuestion({ refund, ...dialog }: CancelQuestionProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={m.change.cancel.title}
      confirmLabel={cancelLabel(refund)}
      dismissLabel={m.change.cancel.keep}
      destructive
    >
      {refund > 0
        ? m.change.cancel.refundHint({ amount: formatDollars(refund) })
        : m.change.cancel.hint}
    </ConfirmDialog>
  );
}

/** "Cancel and get $18.40 back"; `refund` is in dollars. */
function cancelLabel(refund: number): string {
  return refund > 0
    ? m.change.cancel.withRefund({ amount: formatDollars(refund) })
    : m.change.cancel.action;
}

interface SlotDrawerProps {
  order: TrackedOrder;
  token: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Why the last choice was refused. */
  error: Error | null;
  busy: boolean;
  onMove: (slotAt: string) => void;
}

/** The slots of the order's stop; one of them can be chosen in place of its own. */
function SlotDrawer(props: SlotDrawerProps) {
  const { open, onOpenChange } = props;
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={m.change.choices.anotherTime}>
      <SlotChooser {...props} />
    </Drawer>
  );
}

function SlotChooser({ order, token, error, busy, onMove }: SlotDrawerProps) {
  const { data: offered, error: failure, refetch } = useQuery(trackedSlotsQuery(token));
  if (offered) {
    return <SlotForm order={order} offered={offered} error={error} busy={busy} onMove={onMove} />;
  }
  if (failure) {
    return (
      <ErrorState
        headingLevel="h3"
        title={m.pickup.failed}
        description={errorMessage(failure)}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div role="status">
      <span className="visually-hidden">{m.pickup.loading}</span>
      <Skeleton height="12rem" />
    </div>
  );
}

interface SlotFormProps extends Pick<SlotDrawerProps, "order" | "error" | "busy" | "onMove"> {
  offered: OfferedSlots;
}

function SlotForm({ order, offered, error, busy, onMove }: SlotFormProps) {
  const [wanted, setWanted] = useState<string | null>(null);
  const name = useId();
  const { slotAt } = order;
  const isFree = ({ at, state, isServed }: OfferedSlots["slots"][number]) =>
    state !== "full" && isServed !== false && (slotAt === null || !isSameInstant(at, slotAt));
  const chosen = offered.slots.find((slot) => slot.at === wanted && isFree(slot));
  const refusal = error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null;
  if (!offered.slots.some(isFree)) {
    return (
      <Stack gap={4} shrinks>
        {refusal}
        <p>{m.change.slot.noneFree}</p>
      </Stack>
    );
  }
  return (
    <Stack
      as="form"
      gap={4}
      shrinks
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onMove(chosen.at);
      }}
    >
      <Stack as="fieldset" gap={4} shrinks>
        <legend className="visually-hidden">{m.change.slot.label}</legend>
        <SlotHours
          offered={offered}
          heldAt={slotAt}
          isPaid
          name={name}
          chosen={chosen?.at ?? ""}
          onChoose={setWanted}
        />
      </Stack>
      {refusal}
      <div className={styles.submit}>
        <Button type="submit" variant="primary" block busy={busy} disabled={!chosen}>
          {chosen
            ? m.change.slot.submit({
                time: formatTimeOfDay(new Date(chosen.at), offered.timezone),
              })
            : m.change.slot.required}
        </Button>
      </div>
    </Stack>
  );
}

const keptOrder = stored("kept-order", TEXT);

/** Whether this customer said of the last change of plan that they keep the order; remembered by the browser. */
function useKept({ _id, change }: TrackedOrder): { isKept: boolean; keep: () => void } {
  const name = `${_id} ${change?.at ?? ""}`;
  const [kept, setKept] = useState(keptOrder.read);
  return {
    isKept: kept === name,
    keep: () => {
      setKept(name);
      keptOrder.write(name);
      showToast({ type: "success", message: m.change.choices.kept });
    },
  };
}

/** The refusals after which the same choice would be refused again. */
const FINAL_CODES = ["too_late", "self_service_off", "stop_closed"];

/** A change by the customer: to another slot, or, with null, the cancellation. Shows the order as it is then. */
function useOrderChange(token: string) {
  const client = useQueryClient();
  const send = useSend((slotAt: string | null, key) =>
    slotAt === null ? cancelOrder(token, key) : moveOrder(token, slotAt, key),
  );
  return useMutation({
    mutationFn: send,
    onSuccess: (order) => applyRecord(client, trackedOrderKey(token), order),
    // What was refused is no longer as this page shows it.
    onError: () =>
      Promise.all([
        readAgain(client, trackedOrderKey(token)),
        readAgain(client, trackedSlotsKey(token)),
      ]),
  });
}

/** Whether nothing can be chosen any more. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && FINAL_CODES.includes(error.code ?? "");
}
