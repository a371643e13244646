import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { ActivityEvent } from "@/domain/api/staff-types";
import { formatDate, formatDay, formatTimeOfDay } from "@/domain/time/time-words";
import { messages as m } from "@/messages";
import {
  type ActivityFilter,
  activityQuery,
  downloadActivity,
  isNarrowed,
  readFilter,
  writeFilter,
} from "@/staff/reports/api";
import { DayRange } from "@/staff/shared/day-range";
import { ShowMore } from "@/staff/shared/show-more";
import { ScopedPage } from "@/staff/shell/truck-page-frame";
import { usersQuery } from "@/staff/team/api";
import { Button } from "@/ui/controls/button";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { ChevronDownIcon } from "@/ui/icons/form-icons";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./activity.module.css";
import {
  actionLabel,
  actorLabel,
  changeLabel,
  detailLabel,
  firstTold,
  kinds,
  roleLabel,
  subjectLabel,
  toldDetails,
} from "./activity-words";

export function ActivityPage() {
  return (
    <ScopedPage
      title={m.common.activity}
      description={m.activity.lead}
      skeleton={<ActivitySkeleton />}
    >
      {(truckId, timezone) => <ActivityList key={truckId} truckId={truckId} zone={timezone} />}
    </ScopedPage>
  );
}

/** What staff have done, the newest first, day by day. */
function ActivityList({ truckId, zone }: { truckId: string | null; zone: string }) {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const scope = { truckId, ...filter };
  const activity = useInfiniteQuery(activityQuery(scope));

  function choose(change: Partial<ActivityFilter>) {
    setParams((present) => writeFilter(present, { ...readFilter(present), ...change }), {
      preventScrollReset: true,
    });
  }

  return (
    <Stack gap={4} columns="fill" shrinks>
      <ActivityFilters filter={filter} choose={choose}>
        <DownloadButton load={() => downloadActivity(scope)} fallbackName="activity.csv">
          {m.common.exportCsv}
        </DownloadButton>
      </ActivityFilters>
      <Loaded query={activity} skeleton={<ActivitySkeleton />} failed={m.activity.failed}>
        {({ pages }) => <Days pages={pages} zone={zone} isNarrowed={isNarrowed(filter)} />}
      </Loaded>
      <ShowMore list={activity} action={m.activity.more.action} failed={m.activity.more.failed} />
    </Stack>
  );
}

interface DaysProps {
  pages: { events: ActivityEvent[] }[];
  zone: string;
  isNarrowed: boolean;
}

function Days({ pages, zone, isNarrowed: hasFilter }: DaysProps) {
  const days = useMemo(
    () =>
      byDay(
        pages.flatMap(({ events }) => events),
        zone,
      ),
    [pages, zone],
  );
  if (days.length === 0) {
    return (
      <EmptyState
        title={hasFilter ? m.activity.filter.noMatch : m.activity.empty}
        description={hasFilter ? m.activity.filter.noMatchHint : m.activity.emptyHint}
      />
    );
  }
  return days.map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h2 className={styles.day}>{day}</h2>
      <ol className={styles.list}>
        {ofDay.map((event) => (
          <ActivityEntry key={event._id} event={event} zone={zone} />
        ))}
      </ol>
    </section>
  ));
}

function byDay(events: ActivityEvent[], zone: string): [string, ActivityEvent[]][] {
  const days = new Map<string, ActivityEvent[]>();
  for (const event of events) {
    const day = formatDay(new Date(event.at), zone);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
}

function ActivitySkeleton() {
  return (
    <Skeletons label={m.activity.loading} heights={["2rem", "4rem", "4rem", "4rem"]} gap={4} />
  );
}

/** One action in a line; opened, with all that is known of it. */
function ActivityEntry({ event, zone }: { event: ActivityEvent; zone: string }) {
  const at = new Date(event.at);
  const subject = subjectLabel(event);
  const first = firstTold(event);
  return (
    <li>
      <details className={styles.entry}>
        <Stack as="summary" align="baseline" target paddingBlock={3} className={styles.line}>
          <Text as="time" soft size="s" tabular nowrap dateTime={event.at} className={styles.time}>
            {formatTimeOfDay(at, zone)}
          </Text>
          <Stack as="span" gap={1} breaks>
            <Row as="span" gap={2} rowGap={0} weight={700}>
              {actionLabel(event.action)}
              {subject ? (
                <Text as="span" weight={400}>
                  {subject}
                </Text>
              ) : null}
            </Row>
            {first ? (
              <Text as="span" tabular>
                {detailLabel(first, event.action)}: {changeLabel(first, zone)}
              </Text>
            ) : null}
            <Text as="span" soft size="s">
              {actorLabel(event.actor)}
              {event.truckName ? ` · ${event.truckName}` : null}
            </Text>
          </Stack>
          <span aria-hidden="true" className={styles.arrow}>
            <ChevronDownIcon size={18} />
          </span>
        </Stack>
        <Facts event={event} zone={zone} />
      </details>
    </li>
  );
}

function Facts({ event, zone }: { event: ActivityEvent; zone: string }) {
  const at = new Date(event.at);
  return (
    <dl className={styles.facts}>
      {toldDetails(event).map((detail) => (
        <Fact
          key={detail.name}
          label={detailLabel(detail, event.action)}
          value={changeLabel(detail, zone)}
        />
      ))}
      <Fact
        label={m.activity.entry.when}
        value={`${formatDate(at, zone)}, ${formatTimeOfDay(at, zone)}`}
      />
      <Fact
        label={m.activity.entry.who}
        value={`${actorLabel(event.actor)} (${roleLabel(event.actor)})`}
      />
      <Fact
        label={m.activity.entry.network}
        value={event.address || m.activity.entry.commandLine}
      />
      <Fact label={m.activity.entry.request} value={event.requestId || m.common.none} />
      <Fact label={m.activity.entry.subject} value={event.subjectId ?? m.activity.entry.unknown} />
      <Fact
        label={m.activity.entry.position}
        value={
          event.number === null
            ? m.activity.entry.pending
            : m.activity.entry.number({ number: event.number })
        }
      />
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text as="dt" soft size="s">
        {label}
      </Text>
      <Text as="dd" breaks>
        {value}
      </Text>
    </div>
  );
}

interface ActivityFiltersProps {
  filter: ActivityFilter;
  choose: (change: Partial<ActivityFilter>) => void;
  /** What else can be done with the list. */
  children: ReactNode;
}

/** Who did what, and when. */
function ActivityFilters({ filter, choose, children }: ActivityFiltersProps) {
  const { data: staff = [] } = useQuery(usersQuery());
  const { who, what } = filter;
  return (
    <Row gap={3} align="end" className={styles.filters}>
      <div className={styles.choice}>
        <Field label={m.activity.entry.who}>
          <Select value={who} onChange={(event) => choose({ who: event.target.value })}>
            <option value="">{m.activity.filter.everyone}</option>
            {staff.map(({ _id, name, email }) => (
              <option key={_id} value={_id}>
                {name || email}
              </option>
            ))}
            {who && !staff.some(({ _id }) => _id === who) ? (
              <option value={who}>{m.activity.filter.onePerson}</option>
            ) : null}
          </Select>
        </Field>
      </div>
      <div className={styles.choice}>
        <Field label={m.activity.filter.what}>
          <Select value={what} onChange={(event) => choose({ what: event.target.value })}>
            <option value="">{m.activity.filter.everything}</option>
            {Object.entries(kinds()).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
            {what && !(what in kinds()) ? <option value={what}>{actionLabel(what)}</option> : null}
          </Select>
        </Field>
      </div>
      <DayRange
        label={m.activity.filter.days}
        from={filter.from}
        to={filter.to}
        onShow={choose}
        className={styles.days}
      />
      <Row gap={3} align="end" pushed className={styles.buttons}>
        {isNarrowed(filter) ? (
          <Button variant="quiet" onClick={() => choose({ who: "", what: "", from: "", to: "" })}>
            {m.activity.filter.clear}
          </Button>
        ) : null}
        {children}
      </Row>
    </Row>
  );
}
