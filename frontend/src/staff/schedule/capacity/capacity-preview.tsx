import { messages as m } from "@/messages";
import { Text } from "@/ui/layout";
import { hourly } from "./hourly";
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
  return (
    <Text padding={3} surface="sunken" radius="control" weight={650} role="status">
      {item
        ? m.capacity.perHourOf({
            units,
            pieces: Math.floor(units / item.prepUnits),
            item: item.name,
          })
        : m.capacity.perHour({ units })}
      {online < units ? ` ${m.capacity.perHourOnline({ online })}` : null}
    </Text>
  );
}
