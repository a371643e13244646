import type { ComponentProps } from "react";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { Field, type FieldProps } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Text } from "@/ui/layout";
import { hourly, parseUnits } from "./slot-units";
import { useTypicalItem } from "./typical-item";

interface CapacityPreviewProps {
  /** Whose menu gives the example; null for a truck that is not there yet. */
  truckId: string | null;
  units: number;
  slotMinutes: number;
  walkUpShare?: number;
}

/** What a limit of units means for an hour, as it is typed. */
export function CapacityPreview({ truckId, walkUpShare = 0, ...rule }: CapacityPreviewProps) {
  const { units, online } = hourly({ ...rule, walkUpShare });
  const item = useTypicalItem(truckId);
  const words = item ? itemWords(item, units, online) : unitWords(units, online);
  return (
    <Text padding={3} surface="sunken" radius="control" weight={650} role="status">
      {words.join(" ")}
    </Text>
  );
}

/** In pieces of what sells most. */
function itemWords({ name: item, prepUnits }: StaffMenuItem, units: number, online: number) {
  const [all, some] = [units, online].map((each) => Math.floor(each / prepUnits)) as [
    number,
    number,
  ];
  const words = [m.capacity.perHourOf({ pieces: all, item })];
  return online < units ? [...words, m.capacity.perHourOnlineOf({ pieces: some, item })] : words;
}

/** Where no menu item takes units. */
function unitWords(units: number, online: number) {
  const words = [m.capacity.perHour({ units })];
  return online < units ? [...words, m.capacity.perHourOnline({ online })] : words;
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
      <Field label={m.common.unitsPerTenMinutes} hint={m.capacity.perTenMinutesHint} error={error}>
        <TextInput inputMode="numeric" maxLength={3} placeholder={m.common.noLimit} {...input} />
      </Field>
      {units === null ? null : <CapacityPreview truckId={truckId} units={units} slotMinutes={10} />}
    </>
  );
}
