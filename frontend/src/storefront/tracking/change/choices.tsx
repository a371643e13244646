import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { clockLabel } from "@/domain/orders/estimate";
import { orderZone } from "@/domain/orders/order-zone";
import { presentTime } from "@/domain/time/server-clock";
import { formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import type { TrackedOrder } from "@/storefront/tracking/api";
import { useIsPast } from "@/ui/browser/use-at";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Stack, Text } from "@/ui/layout";
import { cancelLabel } from "./cancel-label";
import { CancelQuestion } from "./cancel-question";
import { SlotDrawer } from "./slot-drawer";
import { useKept } from "./use-kept";
import { isFinal, useOrderChange } from "./use-order-change";

interface ChoicesProps {
  order: TrackedOrder;
  token: string;
}

type Asked = "slot" | "cancel" | null;

/** What the customer may still do about the order: keep it, move it to another slot, or cancel it. */
export function Choices({ order, token }: ChoicesProps) {
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
      {choices.slot || !choices.unconfirmed ? (
        <Text soft>
          {m.change.choices.until({
            time: clockLabel(new Date(choices.until), orderZone(order), presentTime()),
          })}
        </Text>
      ) : null}
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
