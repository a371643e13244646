import { type FormEvent, type ReactNode, useState } from "react";
import type { OrderFilter } from "@/domain/orders/order-list";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { SearchInput } from "@/ui/inputs/search-input";
import { TextInput } from "@/ui/inputs/text-input";
import { daysProblem } from "./order-filter";
import styles from "./order-filters.module.css";
import { type FilterChoice, useTypedSearch } from "./use-order-filter";

/** Finds older orders: by number, name or phone, and by the day they were placed. */
export function OrderFilters({
  filter,
  choose,
  children,
}: FilterChoice & {
  /** What else can be done with the list. */
  children?: ReactNode;
}) {
  const [typed, setTyped] = useTypedSearch({ filter, choose });
  const hasDays = filter.from !== "" || filter.to !== "";
  const [isOpen, setOpen] = useState(hasDays);
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <SearchInput
          label={m.staff.orders.searchNumberNameOrPhone}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {hasDays ? m.staff.orders.datesOn : m.staff.orders.dates}
      </Button>
      {children}
      {isOpen ? <Days key={`${filter.from}/${filter.to}`} filter={filter} choose={choose} /> : null}
    </div>
  );
}

/** Asked for only once both days are typed: half a date would be another list. */
function Days({ filter, choose }: FilterChoice) {
  const [days, setDays] = useState<Pick<OrderFilter, "from" | "to">>(filter);
  const [problem, setProblem] = useState<string | null>(null);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const found = daysProblem(days.from, days.to);
    setProblem(found);
    if (!found) choose({ from: days.from, to: days.to });
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      className={styles.days}
      aria-label={m.staff.orders.dates}
    >
      <div className={styles.day}>
        <Field label={m.staff.orders.from}>
          <TextInput
            type="date"
            value={days.from}
            onChange={(event) => setDays({ ...days, from: event.target.value })}
          />
        </Field>
      </div>
      <div className={styles.day}>
        <Field label={m.staff.orders.to} error={problem}>
          <TextInput
            type="date"
            value={days.to}
            onChange={(event) => setDays({ ...days, to: event.target.value })}
          />
        </Field>
      </div>
      <Button type="submit">{m.staff.orders.show}</Button>
      {filter.from || filter.to ? (
        <Button variant="quiet" onClick={() => choose({ from: "", to: "" })}>
          {m.staff.orders.anyDay}
        </Button>
      ) : null}
    </form>
  );
}
