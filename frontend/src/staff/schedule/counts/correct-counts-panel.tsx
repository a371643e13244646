import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { answer, api } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import type { Stop } from "@/domain/schedule/current-stops";
import { randomKey } from "@/domain/values/random-ids-and-device-id";
import { messages as m } from "@/messages";
import { countsQuery } from "@/staff/schedule/api";
import { Button } from "@/ui/controls/button";
import { SearchInput } from "@/ui/inputs/search-input";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Box, Row, Stack, Text } from "@/ui/layout";
import {
  type Count,
  type CountInput,
  countProblem,
  countsById,
  findUncounted,
  orderedById,
  type StopCounts,
  type Subject,
  type SubjectGroup,
  subjectIdOf,
  subjectOf,
} from "./counted-items-and-form-values";
import styles from "./counts.module.css";
import { CountsLoader } from "./counts-loader";

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

interface CountAdjusterProps {
  subject: Subject;
  /** Absent while it is unlimited. */
  count?: Count;
  /** How many pieces customers have already. */
  ordered?: number;
  /** Why the last correction was refused. */
  problem: string | undefined;
  onAdjust: (change: Adjustment["change"]) => void;
}

/** How many are left of one thing: one less, one more, or another number. */
function CountAdjuster({ subject, count, ordered = 0, problem, onAdjust }: CountAdjusterProps) {
  const { name } = subject;
  // Null: the number is the server's.
  const [typed, setTyped] = useState<string | null>(null);
  const isReady = typed !== null && typed.trim() !== "" && countProblem(typed) === true;

  function handleSet(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    onAdjust({ remaining: Number(typed) });
    setTyped(null);
  }

  return (
    <Row as="li" gap={3} rowGap={2} align="center" justify="between" paddingBlock={3} lineBelow>
      <div>
        <Text weight={650} breaks>
          {name}
        </Text>
        {count ? (
          <Text soft size="s">
            {count.remaining === 0 ? m.common.soldOut : m.counts.left(count)}
          </Text>
        ) : null}
        {!count && ordered > 0 ? (
          <Text soft size="s">
            {m.counts.ordered({ count: ordered })}
          </Text>
        ) : null}
        {problem ? (
          <Text tone="danger" weight={650} role="alert" className={styles.problem}>
            {problem}
          </Text>
        ) : null}
      </div>
      <Row
        as="form"
        gap={2}
        align="center"
        justify="end"
        pushed
        className={styles.stepper}
        noValidate
        onSubmit={handleSet}
      >
        {count ? (
          <Button
            aria-label={m.counts.adjust.less({ name })}
            disabled={count.remaining === 0}
            onClick={() => onAdjust({ by: -1 })}
          >
            −1
          </Button>
        ) : null}
        <TextInput
          className={styles.field}
          inputMode="numeric"
          maxLength={6}
          aria-label={m.counts.adjust.left({ name })}
          placeholder={m.common.noLimit}
          value={typed ?? count?.remaining ?? ""}
          onChange={(event) => setTyped(event.target.value)}
        />
        {count ? (
          <Button aria-label={m.counts.adjust.more({ name })} onClick={() => onAdjust({ by: 1 })}>
            +1
          </Button>
        ) : null}
        {typed === null ? null : (
          <Button type="submit" variant="primary" disabled={!isReady}>
            {m.counts.adjust.set} <span className="visually-hidden">{name}</span>
          </Button>
        )}
      </Row>
    </Row>
  );
}

/** A correction of a count during service, as it is shown until the server has answered. */
interface Adjustment {
  subject: Pick<CountInput, "menuItemId" | "optionId">;
  /** So many more or fewer, or how many are left now. */
  change: { by: number } | { remaining: number };
}

/** The counts with one corrected. Something that is not counted yet is left to the server's answer. */
function withAdjustment(known: StopCounts, { subject, change }: Adjustment): StopCounts {
  const wanted = subject.optionId ?? subject.menuItemId;
  return {
    ...known,
    counts: known.counts.map((count) =>
      subjectIdOf(count) === wanted ? corrected(count, change) : count,
    ),
  };
}

function corrected(count: Count, change: Adjustment["change"]): Count {
  const by = "by" in change ? change.by : change.remaining - count.remaining;
  // The server refuses what goes below nothing.
  if (count.remaining + by < 0) return count;
  return { ...count, initial: count.initial + by, remaining: count.remaining + by };
}

/** Corrects one count: shown at once, then replaced by what the server made of the last tap. */
function useAdjustCount(truckId: string, stopId: string) {
  const client = useQueryClient();
  const { queryKey } = countsQuery(truckId, stopId);
  const mutationKey = ["adjust-count", stopId];
  return useMutation({
    mutationKey,
    // One after the other, so that quick taps add up.
    scope: { id: `adjust-count-${stopId}` },
    mutationFn: ({ subject, change }: Adjustment) =>
      answer(
        api.POST("/api/stops/{stop_id}/stock/adjust", {
          params: { path: { stop_id: stopId }, header: { "Idempotency-Key": randomKey() } },
          body: { ...subject, ...change },
        }),
      ),
    onMutate: async (adjustment) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (known) => known && withAdjustment(known, adjustment));
    },
    onSuccess: (counts) => {
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, counts);
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
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
