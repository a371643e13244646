import type { ComponentProps } from "react";
import { messages as m } from "@/messages";
import { Field, type FieldProps } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Text } from "@/ui/layout";
import { hourly, parseUnits } from "./capacity-units";
import { type Typical, useTypical } from "./typical-item-and-order";

interface CapacityPreviewProps {
  /** Whose menu gives the example; null for a truck that is not there yet. */
  truckId: string | null;
  units: number;
  slotMinutes: number;
  walkUpShare?: number;
}

/** What a limit means for an hour, as it is typed: in pieces of what sells most, and in orders. */
export function CapacityPreview({ truckId, walkUpShare = 0, ...rule }: CapacityPreviewProps) {
  const { units, online } = hourly({ ...rule, walkUpShare });
  const { item, unitsPerOrder } = useTypical(truckId);
  const words = item ? itemWords(item, units, online) : [m.capacity.perHour({ units })];
  if (unitsPerOrder) {
    words.push(m.capacity.ordersPerHour({ orders: Math.floor(units / unitsPerOrder) }));
  }
  return (
    <Text padding={3} surface="sunken" radius="control" weight={650} role="status">
      {words.join(" ")}
    </Text>
  );
}

/** In pieces of what sells most. */
function itemWords(
  { name: item, prepUnits }: NonNullable<Typical["item"]>,
  units: number,
  online: number,
) {
  const [all, some] = [units, online].map((each) => Math.floor(each / prepUnits)) as [
    number,
    number,
  ];
  const words = [m.capacity.perHourOf({ pieces: all, item })];
  return online < units ? [...words, m.capacity.online({ pieces: some, item })] : words;
}

interface TruckUnitsFieldProps extends Pick<FieldProps, "error"> {
  /** Whose menu gives the example; null for a truck that is not there yet. */
  truckId: string | null;
  /** What is in the field now. */
  typed: string;
  input: ComponentProps<typeof TextInput>;
}

/** How much a truck that is always open makes in ten minutes. Each stop has a limit of its own instead. */
export function TruckUnitsField({ truckId, typed, error, input }: TruckUnitsFieldProps) {
  const units = parseUnits(typed) ?? null;
  return (
    <>
      <Field label={m.common.tenMinuteLimit} hint={m.capacity.limitHint} error={error}>
        <TextInput inputMode="numeric" maxLength={3} placeholder={m.common.noLimit} {...input} />
      </Field>
      {units === null ? null : <CapacityPreview truckId={truckId} units={units} slotMinutes={10} />}
      <CountingHint />
    </>
  );
}

/** A limit is typed in menu items. What makes one of them count more or less than another unfolds. */
export function CountingHint() {
  return (
    <details>
      <summary>{m.capacity.countingTitle}</summary>
      <Text soft size="s">
        {m.capacity.counting}
      </Text>
    </details>
  );
}
