import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { loadOutbox } from "@/domain/offline/load-outbox";
import {
  asStaffOrder,
  HELD_MS,
  type UnreadableOrder,
  type UnsentOrder,
  useUnreadable,
  useUnsent,
  useUnsentStore,
} from "@/domain/offline/unsent-orders";
import { reloadPage } from "@/domain/stored";
import { serverNow } from "@/domain/time/server-clock";
import { clockLabel } from "@/domain/time/time-words";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import {
  changeCounterDraft,
  clearCounterDraft,
  isUnfinished,
  readCounterDraft,
} from "@/staff/orders/counter/counter-draft";
import { OrderLines } from "@/staff/orders/detail/order-lines";
import { paymentBadges, statusBadges } from "@/staff/shared/order-badges-and-warnings";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { Badge } from "@/ui/content/badge";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Card, Row, Stack, Text } from "@/ui/layout";
import { BackButton } from "@/ui/layout/back-button-and-return-to-list";
import { PageHeader } from "@/ui/layout/page-header";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { Dialog } from "@/ui/overlay/dialog-and-drawer";
import {
  discardUnreadable,
  discardUnsent,
  enterNow,
  unsentPlaceQuery,
} from "./discard-or-enter-unsent";

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

interface UnsentOrderCardProps {
  unsent: UnsentOrder;
  /** It is changed at the counter, which may be the very page that this stands in front of. */
  onLeave?: (() => void) | undefined;
}

/** An order that is on this device only: what it is, why the server refused it, and what a person can do about it. */
function UnsentOrderCard({ unsent, onLeave }: UnsentOrderCardProps) {
  const order = asStaffOrder(unsent);
  const now = useNow();
  const status = statusBadges()[order.status];
  const payment = paymentBadges()[order.paymentStatus];
  return (
    <Card as="article" gap={3} padding={4} outlined aria-label={unsent.number}>
      <Row gap={3} align="center">
        <Text as="h3" size="2xl" face="display" leading={1} tabular>
          {unsent.number}
        </Text>
        <Badge tone={status.tone}>
          {unsent.voidReason === null ? status.label : m.unsent.voided}
        </Badge>
        <Badge tone={payment.tone}>{payment.label}</Badge>
        <Text as="time" pushed soft size="s" nowrap dateTime={order.createdAt}>
          {clockLabel(new Date(order.createdAt), unsent.truck.timezone, now)}
        </Text>
      </Row>
      <Row gap={3} align="baseline" justify="between" oneLine>
        <Text shrinks breaks>
          {order.customerName}
        </Text>
        <Text weight={700} tabular>
          {formatDollars(order.total)}
        </Text>
      </Row>
      {unsent.refusal ? (
        <Notice tone="warning" title={refusalWords(unsent)}>
          {changeFirst(unsent)}
        </Notice>
      ) : null}
      <Stack gap={3}>
        <OrderLines order={order} />
      </Stack>
      {unsent.arrived ? <Seen unsent={unsent} /> : <Choices unsent={unsent} onLeave={onLeave} />}
    </Card>
  );
}

function refusalWords({ refusal, arrived }: UnsentOrder): string {
  if (arrived) {
    if (refusal?.code === "arrived_already") return m.unsent.arrivedAlready(arrived);
    return refusal?.code === "arrived_otherwise"
      ? m.unsent.arrivedOtherwise({ ...arrived, total: formatDollars(arrived.total) })
      : m.unsent.stepRefused(arrived);
  }
  const words: Record<string, string> = m.unsent.refused;
  return words[refusal?.code ?? ""] ?? refusal?.message ?? "";
}

function Seen({ unsent }: { unsent: UnsentOrder }) {
  const forget = async () => (await loadOutbox()).dropOrder(unsent.draftId);
  return <Button onClick={() => void forget()}>{m.unsent.seen}</Button>;
}

/** What the server takes as a sale of now. Any other refusal it repeats, until the order itself is another one. */
const SELLABLE_NOW: readonly string[] = ["order_sums_differ", "order_too_old"];

/** What a person does before the server can take it; null where nothing need be done. */
function changeFirst({ refusal, arrived, voidReason }: UnsentOrder): string | null {
  const code = refusal?.code ?? "";
  if (arrived || voidReason !== null || SELLABLE_NOW.includes(code)) return null;
  const words: Record<string, string> = m.unsent.changeFirst;
  return words[code] ?? m.unsent.changeFirst.other;
}

function Choices({ unsent, onLeave }: UnsentOrderCardProps) {
  const [asked, setAsked] = useState<"void" | "discard" | null>(null);
  const close = () => setAsked(null);
  const isStanding = unsent.voidReason === null;
  const refused = unsent.refusal?.code ?? "";
  const needsChange = !SELLABLE_NOW.includes(refused);
  // A person has chosen already, and the server takes it in no form.
  const isOver = !isStanding || refused === "order_discarded";
  return (
    <Row gap={2}>
      {unsent.refusal ? (
        <>
          {!isOver && needsChange ? (
            <ChangeButton unsent={unsent} onLeave={onLeave} isPrimary />
          ) : null}
          {isOver ? null : (
            <Button
              variant={needsChange ? "secondary" : "primary"}
              onClick={() => void enterNow(unsent)}
            >
              {m.unsent.enterNow}
            </Button>
          )}
          <Button onClick={() => setAsked("discard")}>{m.unsent.discard}</Button>
        </>
      ) : null}
      {!unsent.refusal && isStanding ? (
        <>
          <ButtonLink to={`/admin/orders/${unsent.draftId}/print?what=ticket`}>
            {m.common.printTicket}
          </ButtonLink>
          <ChangeButton unsent={unsent} onLeave={onLeave} />
          <Button onClick={() => setAsked("void")}>{m.unsent.void}</Button>
        </>
      ) : null}
      <ReasonDialog
        open={asked === "void"}
        title={m.unsent.voidTitle(unsent)}
        hint={m.unsent.voidHint({ total: formatDollars(unsent.sale.total) })}
        confirmLabel={m.unsent.void}
        onClose={close}
        onConfirm={async (reason) => {
          const { changeOrder } = await loadOutbox();
          await changeOrder(unsent.draftId, () => ({ voidReason: reason }));
        }}
      />
      <ReasonDialog
        open={asked === "discard"}
        title={m.unsent.discardTitle(unsent)}
        hint={m.unsent.discardHint({ total: formatDollars(unsent.sale.total) })}
        confirmLabel={m.unsent.discard}
        onClose={close}
        onConfirm={(reason) => discardUnsent(unsent, reason)}
      />
    </Row>
  );
}

interface UnreadableOrderCardProps {
  unreadable: UnreadableOrder;
  /** The truck's time zone. */
  zone: string;
}

/** An order that is on this device only and that nothing here can read: why, and what a person can do about it. */
function UnreadableOrderCard({ unreadable, zone }: UnreadableOrderCardProps) {
  const { takenAt, isNewer } = unreadable;
  const [isAsked, setAsked] = useState(false);
  const now = useNow();
  const at = takenAt === null ? null : new Date(takenAt + serverNow() - Date.now());
  return (
    <Card as="article" gap={3} padding={4} outlined aria-label={m.unsent.locked.title}>
      <Row gap={3} align="baseline">
        <Text as="h3" size="l" leading={1.2}>
          {m.unsent.locked.title}
        </Text>
        {at ? (
          <Text as="time" pushed soft size="s" nowrap dateTime={at.toISOString()}>
            {clockLabel(at, zone, now)}
          </Text>
        ) : null}
      </Row>
      <p>{isNewer ? m.unsent.locked.newer : m.unsent.locked.keyGone}</p>
      <Row gap={2}>
        {isNewer ? (
          <Button variant="primary" onClick={reloadPage}>
            {m.unsent.locked.reload}
          </Button>
        ) : null}
        <Button onClick={() => setAsked(true)}>{m.unsent.discard}</Button>
      </Row>
      <ReasonDialog
        open={isAsked}
        title={m.unsent.locked.discardTitle}
        hint={m.unsent.locked.discardHint}
        confirmLabel={m.unsent.discard}
        onClose={() => setAsked(false)}
        onConfirm={(reason) => discardUnreadable(unreadable, reason)}
      />
    </Card>
  );
}

/** Back at the counter it keeps its number; nothing of it is sent meanwhile. */
function ChangeButton({
  unsent,
  onLeave,
  isPrimary = false,
}: UnsentOrderCardProps & { isPrimary?: boolean }) {
  const navigate = useNavigate();
  const { draftId, truck, sale, lines, tip, number, takenAt } = unsent;
  const change = async () => {
    if (isUnfinished(readCounterDraft(truck._id))) {
      showToast({ type: "warning", message: m.unsent.changeBusy });
      return;
    }
    const { changeOrder } = await loadOutbox();
    const held = await changeOrder(draftId, () => ({ heldUntil: Date.now() + HELD_MS }));
    if (!held) return;
    clearCounterDraft(truck._id);
    changeCounterDraft(truck._id, {
      draftId,
      lines,
      tip,
      stopId: sale.stopId,
      slotAt: sale.slotAt,
      takenAt: new Date(takenAt).toISOString(),
      changes: number,
      details: {
        name: sale.customerName ?? "",
        phone: sale.customerPhone ?? "",
        note: sale.specialInstructions ?? "",
        payment: sale.payment,
      },
    });
    onLeave?.();
    navigate("/admin/orders/new");
  };
  return (
    <Button variant={isPrimary ? "primary" : "secondary"} onClick={() => void change()}>
      {m.unsent.change}
    </Button>
  );
}

interface ReasonDialogProps {
  open: boolean;
  title: string;
  hint: string;
  confirmLabel: string;
  onClose: () => void;
  onConfirm: (reason: string) => Promise<unknown>;
}

/** As long as the server takes. */
const REASON_LENGTH = 200;

/** Asks why, before something that is written down for the owner. */
function ReasonDialog({ open, title, hint, confirmLabel, onClose, onConfirm }: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  const [isAsked, setAsked] = useState(false);
  const [isPending, setPending] = useState(false);
  const confirm = async () => {
    setAsked(true);
    if (reason.trim() === "") return;
    setPending(true);
    await onConfirm(reason.trim());
    setPending(false);
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={title}
      confirmLabel={confirmLabel}
      destructive
      pending={isPending}
      onConfirm={() => void confirm()}
    >
      <p>{hint}</p>
      <Field
        label={m.unsent.reason}
        error={isAsked && reason.trim() === "" ? m.unsent.reasonMissing : undefined}
      >
        <TextInput
          value={reason}
          maxLength={REASON_LENGTH}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
