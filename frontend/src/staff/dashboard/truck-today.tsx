import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { StaffTruck } from "@/domain/api/admin-types";
import type { Truck } from "@/domain/api/types";
import { presentSchedule } from "@/domain/schedule/present-schedule";
import { scheduleBadge } from "@/domain/schedule/schedule-words";
import { formatTimeOfDay, parseInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { staffTruckQuery } from "@/staff/trucks/api";
import { useNow } from "@/ui/browser/use-now";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { Row, Text } from "@/ui/layout";

interface Standing {
  tone: BadgeTone;
  word: string;
  sentence: string;
}

/** Whether customers can order from the truck at this moment, and if not, why. */
export function TruckToday({ truck }: { truck: StaffTruck }) {
  const standing = useStanding(truck);
  return (
    <Row as="p" gap={2} rowGap={1} align="center">
      <Text as="strong" breaks>
        {truck.name}
      </Text>
      {standing ? (
        <>
          <Badge tone={standing.tone}>{standing.word}</Badge>
          <Text as="span" soft>
            {standing.sentence}
          </Text>
        </>
      ) : null}
      <Link to={`/admin/poster?truck=${truck._id}`}>{m.poster.title}</Link>
    </Row>
  );
}

/** Null until the stops of a truck that moves are known. */
function useStanding(truck: StaffTruck): Standing | null {
  const isAtStops = truck.isActive && truck.acceptingOrders && truck.scheduleMode === "stops";
  // The list of trucks comes without their stops.
  const { data } = useQuery(staffTruckQuery(isAtStops ? truck._id : ""));
  const now = useNow();
  if (!isAtStops) return standingOf(truck);
  return data ? standingAtStops({ ...truck, schedule: data.schedule }, now) : null;
}

function standingAtStops(truck: StaffTruck & Pick<Truck, "schedule">, now: Date): Standing {
  const { text, isOpen } = scheduleBadge(truck, now);
  return {
    tone: isOpen ? "good" : "neutral",
    word: text,
    sentence: presentSchedule(truck, now).ordering
      ? m.dashboard.today.takingOrders
      : m.dashboard.today.noStop,
  };
}

function standingOf(truck: StaffTruck): Standing {
  if (!truck.isActive) {
    return {
      tone: "neutral",
      word: m.common.inactive,
      sentence: m.dashboard.today.inactive,
    };
  }
  if (truck.acceptingOrders) {
    return {
      tone: "good",
      word: m.common.open,
      sentence: m.dashboard.today.takingOrders,
    };
  }
  const until = parseInstant(truck.settings?.pausedUntil);
  const since = until
    ? m.dashboard.today.closedUntil({ until: formatTimeOfDay(until, truck.timezone) })
    : m.dashboard.today.closed;
  const reason = truck.notAcceptingReason ? `: ${truck.notAcceptingReason}` : ".";
  return { tone: "warning", word: m.common.paused, sentence: since + reason };
}
