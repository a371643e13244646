import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import type { Stop } from "@/domain/schedule/present-schedule";
import { messages as m } from "@/messages";
import { SearchInput } from "@/ui/inputs/search-input";
import { Box, Stack, Text } from "@/ui/layout";
import type { Adjustment } from "./adjustments";
import { useAdjustCount } from "./api";
import { CountAdjuster } from "./count-adjuster";
import { CountsLoader } from "./counts-loader";
import {
  countsById,
  findUncounted,
  orderedById,
  type StopCounts,
  type SubjectGroup,
  subjectOf,
} from "./subjects";

/** Corrects what is left at the stop where the truck is, while it is sold. */
export function CountsPanel({ truckId, stop }: { truckId: string; stop: Stop }) {
  return (
    <CountsLoader truckId={truckId} stopId={stop._id}>
      {(known, groups) => (
        <Corrections truckId={truckId} stop={stop} known={known} groups={groups} />
      )}
    </CountsLoader>
  );
}

interface CorrectionsProps {
  truckId: string;
  stop: Stop;
  known: StopCounts;
  groups: SubjectGroup[];
}

function Corrections({ truckId, stop, known, groups }: CorrectionsProps) {
  const { counts } = known;
  const ordered = orderedById(known);
  const [search, setSearch] = useState("");
  const { adjust, problems } = useCorrections(truckId, stop._id);
  const uncounted = findUncounted(groups, countsById(counts), search);
  return (
    <Stack gap={4} columns="fill">
      <Text soft size="s">
        {m.counts.panel.lead({ place: stop.place.name })}
      </Text>
      {counts.length === 0 ? (
        <p>{m.counts.panel.empty}</p>
      ) : (
        <Box as="ul" aria-label={m.common.counted}>
          {counts.map((count) => {
            const subject = subjectOf(count);
            return (
              <CountAdjuster
                key={subject.id}
                subject={subject}
                count={count}
                problem={problems.get(subject.id)}
                onAdjust={(change) => adjust(subject.id, { subject: subject.input, change })}
              />
            );
          })}
        </Box>
      )}
      <SearchInput label={m.counts.panel.more} value={search} onChange={setSearch} />
      <Box as="ul" aria-label={m.common.notCounted}>
        {uncounted.map((subject) => (
          <CountAdjuster
            key={subject.id}
            subject={subject}
            ordered={ordered.get(subject.id)}
            problem={problems.get(subject.id)}
            onAdjust={(change) => adjust(subject.id, { subject: subject.input, change })}
          />
        ))}
      </Box>
    </Stack>
  );
}

/** Corrections one after the other, and why the last one of a menu item or option was refused. */
function useCorrections(truckId: string, stopId: string) {
  const { mutateAsync } = useAdjustCount(truckId, stopId);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());

  async function adjust(id: string, adjustment: Adjustment): Promise<void> {
    setProblems((before) => new Map([...before].filter(([other]) => other !== id)));
    try {
      await mutateAsync(adjustment);
    } catch (error) {
      const problem = m.counts.adjust.failed({ reason: errorMessage(error) });
      setProblems((before) => new Map(before).set(id, problem));
    }
  }

  return { adjust, problems };
}
