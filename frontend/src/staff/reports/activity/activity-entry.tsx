import type { ActivityEvent } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { ChevronDownIcon } from "@/ui/icons/form-icons";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./activity.module.css";
import {
  actionLabel,
  actorLabel,
  changeLabel,
  detailLabel,
  firstTold,
  roleLabel,
  subjectLabel,
  toldDetails,
} from "./activity-labels";

/** One action in a line; opened, with all that is known of it. */
export function ActivityEntry({ event, zone }: { event: ActivityEvent; zone: string }) {
  const at = new Date(event.at);
  const subject = subjectLabel(event);
  const first = firstTold(event);
  return (
    <li>
      <details className={styles.entry}>
        <summary className={styles.line}>
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
        </summary>
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
