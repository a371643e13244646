import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messages as m } from "@/messages";
import { DayRange } from "@/staff/shared/day-range";
import { usersQuery } from "@/staff/team/api";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { Row } from "@/ui/layout";
import styles from "./activity.module.css";
import { type ActivityFilter, isNarrowed } from "./activity-filter";
import { actionLabel, kinds } from "./activity-labels";

interface ActivityFiltersProps {
  filter: ActivityFilter;
  choose: (change: Partial<ActivityFilter>) => void;
  /** What else can be done with the list. */
  children: ReactNode;
}

/** Who did what, and when. */
export function ActivityFilters({ filter, choose, children }: ActivityFiltersProps) {
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
