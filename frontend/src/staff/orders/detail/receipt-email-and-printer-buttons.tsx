import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { answer, api } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { ReceiptRequest } from "@/domain/api/limits.gen";
import { serverConfigQuery } from "@/domain/api/server-config";
import type { StaffOrder } from "@/domain/api/staff-types";
import { useSend } from "@/domain/api/use-send-once";
import { messages as m } from "@/messages";
import { printersQuery } from "@/staff/devices/api";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";

/** Sends the receipt to an address that the customer says; the order does not keep it. */
export function EmailReceipt({ order }: { order: Pick<StaffOrder, "_id" | "status"> }) {
  const { data: config } = useQuery(serverConfigQuery());
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);
  const [sentTo, setSentTo] = useState("");
  const [isSending, setSending] = useState(false);
  const send = useSend((email: string, key) =>
    answer(
      api.POST("/api/orders/{order_id}/receipt", {
        params: { path: { order_id: order._id }, header: { "Idempotency-Key": key } },
        body: { email },
      }),
    ),
  );
  if (!config?.sendsEmail || order.status === "cancelled") return null;

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const email = typed.trim();
    if (!email.includes("@")) {
      setProblem(m.counter.receipt.invalid);
      return;
    }
    setSending(true);
    setProblem(null);
    try {
      await send(email);
      setSentTo(email);
      setTyped("");
      setOpen(false);
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <Stack gap={2} items="center">
      {isOpen ? (
        <Stack as="form" gap={2} columns="fill" noValidate onSubmit={handleSubmit}>
          <Field label={m.counter.receipt.label} error={problem}>
            <TextInput
              type="email"
              ref={input}
              value={typed}
              maxLength={ReceiptRequest.email.maxLength}
              autoComplete="off"
              enterKeyHint="send"
              onChange={(event) => {
                setProblem(null);
                setTyped(event.target.value);
              }}
            />
          </Field>
          <Button type="submit" busy={isSending}>
            {isSending ? m.counter.receipt.sending : m.counter.receipt.send}
          </Button>
        </Stack>
      ) : (
        <Button onClick={() => setOpen(true)}>{m.counter.receipt.send}</Button>
      )}
      <Text role="status" soft size="s" breaks>
        {sentTo && !isOpen ? m.counter.receipt.sent({ email: sentTo }) : ""}
      </Text>
    </Stack>
  );
}

interface PrinterButtonsProps {
  order: Pick<StaffOrder, "_id" | "truckId">;
  /** The ticket for the kitchen, not the receipt. */
  isTicket?: boolean;
}

/** One button for each printer of the truck that prints this; a document that was printed before comes as a copy. */
export function PrinterButtons({ order, isTicket = false }: PrinterButtonsProps) {
  const what = isTicket ? "ticket" : "receipt";
  const { data = [] } = useQuery(printersQuery(order.truckId));
  const [told, setTold] = useState("");
  const [isSending, setSending] = useState(false);
  const send = useSend(async (printerId: string, key) => {
    const params = { path: { order_id: order._id }, header: { "Idempotency-Key": key } };
    if (what === "receipt") {
      await answer(api.POST("/api/orders/{order_id}/receipt", { params, body: { printerId } }));
    } else {
      const body = { what, printerId };
      await answer(api.POST("/api/orders/{order_id}/print", { params, body }));
    }
  });
  const printers = data.filter(({ prints }) => prints.includes(what));
  if (printers.length === 0) return null;
  const words = what === "receipt" ? m.counter.receipt.printOn : m.counter.receipt.printTicketOn;

  async function print(printerId: string, printer: string) {
    setSending(true);
    setTold("");
    try {
      await send(printerId);
      setTold(m.counter.receipt.printed({ printer }));
    } catch (error) {
      setTold(errorMessage(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <Stack gap={2} items="center">
      <Row gap={2} justify="center">
        {printers.map(({ _id, label }) => (
          <Button key={_id} busy={isSending} onClick={() => void print(_id, label)}>
            {words({ printer: label })}
          </Button>
        ))}
      </Row>
      <Text role="status" soft size="s" breaks>
        {told}
      </Text>
    </Stack>
  );
}
