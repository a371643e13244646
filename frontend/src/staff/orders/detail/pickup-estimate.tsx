import { type FormEvent, useState } from "react";
import { whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import type { StaffOrder } from "@/domain/api/staff-types";
import { instantOf, parseTimeOfDay } from "@/domain/time/local-times-and-instants";
import { pickupInstant } from "@/domain/time/pickup-rules";
import { pickupLabel } from "@/domain/time/pickup-words";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel } from "@/domain/time/time-words";
import { dayInZone, parseInstant, wallClock } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { useNewPickupTime } from "./api";

const OPEN = ["pending", "confirmed", "preparing"];
const QUICK = [5, 10, 15];
const MINUTE_MS = 60_000;

/** When the order will be ready, on the truck's clock; while it is being made the staff can say otherwise. */
export function PickupEstimate({ order, zone }: { order: StaffOrder; zone: string }) {
  const shown = order.estimatedPickupTime ?? order.pickupTime;
  const asked = parseInstant(order.pickupTime);
  const isMoved = asked !== null && shown !== order.pickupTime;
  return (
    <Stack gap={3}>
      <Text size="2xl" weight={700} face="display" leading={1.1} tabular role="status">
        {shown ? pickupLabel(shown, zone, presentTime()) : m.common.asSoonAsPossible}
      </Text>
      {isMoved ? (
        <Text soft size="s">
          {m.order.pickup.askedFor({
            time: clockLabel(asked, zone, presentTime()),
          })}
        </Text>
      ) : null}
      {OPEN.includes(order.status) ? <EstimateForm order={order} zone={zone} /> : null}
    </Stack>
  );
}

type OrderText = StaffOrder["messages"][number];

/** Why a text has not arrived; in the server's words where an older release has stored others. */
export function wordReason({ reason, reasonCode }: OrderText): string | null {
  return reasonCode ? m.order.textReasons[reasonCode] : reason;
}

/** Whether the customer knows the new time, and why not; before there is one, whether it would be texted. */
function Telling({ order }: { order: StaffOrder }) {
  const text = order.messages.filter(({ kind }) => kind === "time_changed").at(-1);
  const isUntold = text !== undefined && isNotTold(text);
  return (
    <Text soft size="s" role="status">
      <span>{isUntold ? notTold(order) : told(order, text)}</span>
      {isUntold ? <span> {wordReason(text)}</span> : null}
    </Text>
  );
}

/** The customer read it elsewhere, or the time that counts has a text of its own. */
const TOLD_OTHERWISE = ["told_by_push", "told_by_change", "overtaken"];

function isNotTold({ status, reasonCode }: OrderText): boolean {
  if (status !== "skipped" && status !== "failed") return false;
  return !TOLD_OTHERWISE.includes(reasonCode ?? "");
}

function notTold({ customerPhone }: StaffOrder): string {
  return customerPhone ? m.order.pickup.notToldCall : m.order.pickup.notTold;
}

function told({ customerPhone, smsOptedOut }: StaffOrder, text: OrderText | undefined): string {
  if (text?.status === "pending") return m.order.pickup.toBeTold;
  if (text) return m.order.pickup.told;
  if (!customerPhone) return m.order.pickup.noPhone;
  return smsOptedOut ? m.order.pickup.optedOut : m.order.pickup.texted;
}

function EstimateForm({ order, zone }: { order: StaffOrder; zone: string }) {
  const { mutateAsync, isPending } = useNewPickupTime(order._id);
  const [time, setTime] = useState("");
  const [error, setError] = useState("");
  const fallback = order.pickupTime;

  function set(estimatedPickupTime: string | null) {
    setError("");
    whenDone(mutateAsync(estimatedPickupTime), {
      onSuccess: () => setTime(""),
      onError: (problem) =>
        showToast({
          type: "error",
          message: m.order.pickup.failed({
            errorMessage: errorMessage(problem),
          }),
        }),
    });
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const instant = exactPickup(time, order, zone, presentTime());
    if (instant) set(instant.toISOString());
    else setError(m.order.pickup.timeInvalid);
  }

  return (
    <>
      <Row gap={2}>
        {QUICK.map((minutes) => (
          <Button
            key={minutes}
            disabled={isPending}
            onClick={() => set(laterBy(minutes, order, presentTime()))}
          >
            {m.order.pickup.addMinutes({ minutes })}
          </Button>
        ))}
        {order.estimatedPickupTime !== fallback ? (
          <Button variant="quiet" disabled={isPending} onClick={() => set(fallback)}>
            {fallback ? m.order.pickup.reset : m.order.pickup.clear}
          </Button>
        ) : null}
      </Row>
      <Telling order={order} />
      <Row as="form" gap={2} align="end" onSubmit={handleSubmit} noValidate>
        <Field label={m.order.pickup.exact} error={error}>
          <TextInput type="time" value={time} onChange={(event) => setTime(event.target.value)} />
        </Field>
        <Button type="submit" busy={isPending}>
          {m.order.pickup.submit}
        </Button>
      </Row>
    </>
  );
}

/** So many minutes after the estimate, or after now once that has passed; on the full minute. */
export function laterBy(minutes: number, order: StaffOrder, now: Date): string {
  const estimate = parseInstant(order.estimatedPickupTime ?? order.pickupTime);
  const from = Math.max(estimate?.getTime() ?? 0, now.getTime());
  const minute = Math.ceil(from / MINUTE_MS) + minutes;
  return new Date(minute * MINUTE_MS).toISOString();
}

/** A time of day (HH:MM) on the day of a pickup that is still to come; else its next time from now. */
export function exactPickup(
  timeOfDay: string,
  order: StaffOrder,
  zone: string,
  now: Date,
): Date | null {
  const time = parseTimeOfDay(timeOfDay);
  const promised = parseInstant(order.estimatedPickupTime ?? order.pickupTime);
  if (!time || !promised || dayInZone(promised, zone) <= dayInZone(now, zone)) {
    return pickupInstant(timeOfDay, zone, now);
  }
  return instantOf({ ...wallClock(promised, zone), ...time, second: 0 }, zone);
}
