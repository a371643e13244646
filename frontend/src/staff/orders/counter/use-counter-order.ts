import { useRef, useState } from "react";
import type { StaffMenuItem, StaffOrder, StaffTruck } from "@/domain/api/admin-types";
import { ApiError, errorMessage, isOutcomeKnown } from "@/domain/api/errors";
import { useIdempotencyKey } from "@/domain/api/use-idempotency-key";
import {
  addToOrder,
  type CounterLine,
  type Details,
  type LineOptions,
  type MenuById,
  problemOf,
  requestOf,
  totalsOf,
  unitCents,
} from "@/domain/cart/counter-order";
import { messages as m } from "@/messages";
import { lineProblems, useTakeCounterOrder } from "./api";

const EMPTY: Details = { name: "", phone: "", note: "", payment: "cash" };

interface Refusal {
  message: string;
  fields: Readonly<Record<string, string>>;
  byLine: ReadonlyMap<string, string>;
}

export type CounterOrder = ReturnType<typeof useCounterOrder>;

/** An order as it grows at the window, until the server has taken it. */
export function useCounterOrder(truck: StaffTruck, menu: MenuById) {
  const [lines, setLines] = useState<CounterLine[]>([]);
  const [details, setDetails] = useState(EMPTY);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [taken, setTaken] = useState<StaffOrder | null>(null);
  const { mutateAsync, isPending } = useTakeCounterOrder(truck._id);
  const keyFor = useIdempotencyKey();
  const lastId = useRef(0);
  const totals = totalsOf(lines, menu, truck.taxRate);
  const problems = new Map(
    lines.flatMap((line) => {
      const problem = problemOf(line, menu) ?? refusal?.byLine.get(line.id);
      return problem ? [[line.id, problem] as const] : [];
    }),
  );

  function nextId(): string {
    lastId.current += 1;
    return String(lastId.current);
  }

  /** What the server said was about the order as it stood. */
  function edit(change: (lines: CounterLine[]) => CounterLine[]) {
    setRefusal(null);
    setLines(change);
  }

  async function submit() {
    if (lines.length === 0 || isPending) return;
    if (lines.some((line) => problemOf(line, menu))) {
      setRefusal({ ...NO_DETAILS, message: m.staff.ordersCounter.pleaseChangeOrRemoveWhat });
      return;
    }
    const request = requestOf(truck._id, lines, details, totals.totalCents);
    const key = keyFor(JSON.stringify(request));
    setRefusal(null);
    // From here on the customer has been told these prices.
    setLines(lines.map((line) => ({ ...line, toldCents: unitCents(line, menu) })));
    try {
      setTaken(await mutateAsync({ request, key: key.value }));
      key.release();
    } catch (error) {
      key.releaseAfter(error);
      setRefusal(refusalOf(error, lines));
    }
  }

  return {
    lines,
    details,
    totals,
    problems,
    refusal,
    taken,
    isSending: isPending,
    add: (item: StaffMenuItem, wish: LineOptions) =>
      edit((before) => addToOrder(before, item, wish, nextId())),
    remove: (id: string) => edit((before) => before.filter((line) => line.id !== id)),
    setQuantity: (id: string, quantity: number) =>
      edit((before) => before.map((line) => (line.id === id ? { ...line, quantity } : line))),
    setDetails: (change: Partial<Details>) => setDetails((before) => ({ ...before, ...change })),
    submit,
    startNext: () => {
      setLines([]);
      setDetails(EMPTY);
      setRefusal(null);
      setTaken(null);
    },
  };
}

const NO_DETAILS = { fields: {}, byLine: new Map<string, string>() };

function refusalOf(error: unknown, lines: readonly CounterLine[]): Refusal {
  const sentence = errorMessage(error);
  const byLine = new Map(
    [...lineProblems(error)].map(([place, message]) => [lines[place]?.id ?? "", message]),
  );
  return {
    message: isOutcomeKnown(error)
      ? sentence
      : `${sentence} ${m.staff.ordersCounter.tryAgainOrderThatHas}`,
    fields: error instanceof ApiError ? error.fields : {},
    byLine,
  };
}
