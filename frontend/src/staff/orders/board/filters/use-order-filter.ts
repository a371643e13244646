import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { OrderFilter } from "@/domain/orders/order-list";
import { readFilter, writeFilter } from "./order-filter";

const SEARCH_AFTER_MS = 400;

export interface FilterChoice {
  filter: OrderFilter;
  /** Goes to another view of the orders, at its newest page; the browser's Back leads out of it. */
  choose: (change: Partial<OrderFilter>) => void;
}

/** The filter that the address holds. */
export function useOrderFilter(): FilterChoice {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const isSearching = filter.search !== "";
  const choose = useCallback(
    (change: Partial<OrderFilter>) => {
      // Typing on in a search is not another step for each pause.
      const isTyping = isSearching && Object.keys(change).join() === "search";
      setParams(
        (present) => writeFilter(present, { ...readFilter(present), cursor: "", ...change }),
        { preventScrollReset: true, replace: isTyping },
      );
    },
    [setParams, isSearching],
  );
  return { filter, choose };
}

/** What is being typed into the search; the orders follow once the typing rests. */
export function useTypedSearch({ filter, choose }: FilterChoice): [string, (text: string) => void] {
  const { search } = filter;
  const [typed, setTyped] = useState(search);
  const [asked, setAsked] = useState(search);
  const [shown, setShown] = useState(search);
  if (search !== shown) {
    setShown(search);
    // Not what was typed here: the way back, or a cleared filter.
    if (search !== asked) {
      setAsked(search);
      setTyped(search);
    }
  }
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === asked) return;
    const timer = setTimeout(() => {
      setAsked(wanted);
      choose({ search: wanted });
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, asked, choose]);
  return [typed, setTyped];
}
