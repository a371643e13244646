import { type ReactNode, useState } from "react";
import { messages as m } from "@/messages";
import styles from "@/staff/orders/board/orders-board.module.css";
import { DayRange } from "@/staff/shared/day-range";
import { Button } from "@/ui/controls/button";
import { SearchInput } from "@/ui/inputs/search-input";
import { Row } from "@/ui/layout";
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
    <Row gap={3}>
      <div className={styles.search}>
        <SearchInput label={m.orders.filter.search} value={typed} onChange={setTyped} />
      </div>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {hasDays ? m.orders.filter.datesOn : m.orders.filter.dates}
      </Button>
      {children}
      {isOpen ? (
        <DayRange
          label={m.orders.filter.dates}
          from={filter.from}
          to={filter.to}
          onShow={choose}
          className={styles.days}
          dayClassName={styles.day}
        >
          {hasDays ? (
            <Button variant="quiet" onClick={() => choose({ from: "", to: "" })}>
              {m.orders.filter.anyDay}
            </Button>
          ) : null}
        </DayRange>
      ) : null}
    </Row>
  );
}
