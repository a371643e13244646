import type { OrderCounts, OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import { eventText } from "@/test/fake-stream";
import { anOrder } from "./staff";

export const TRUCK_ID = anOrder().truckId;
const NEXT: Record<OrderStatus, OrderStatus[]> = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["preparing", "cancelled"],
  preparing: ["ready"],
  ready: ["completed"],
  completed: [],
  cancelled: [],
};
const MOST_DELAY_MS = 400;

interface Stream {
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** Events of one stream stay in order. */
  lastAt: number;
}

/** The server of one truck behind a network that delays and reorders, the same way for the same seed. */
export class FakeShop {
  orders: StaffOrder[] = Array.from({ length: 12 }, (_, number) => newOrder(number));
  private readonly streams = new Set<Stream>();

  constructor(private state: number) {}

  /** A whole number from 0 to below `limit` (mulberry32). */
  random(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  delay(): number {
    return this.random(MOST_DELAY_MS);
  }

  openStreams(): number {
    return this.streams.size;
  }

  counts(): OrderCounts {
    const counts = Object.fromEntries(Object.keys(NEXT).map((status) => [status, 0]));
    for (const { status } of this.orders) counts[status] = (counts[status] ?? 0) + 1;
    return counts as OrderCounts;
  }

  /** Moves an order that is not over by one status, or takes a new one, and tells every stream. */
  changeOne(): StaffOrder {
    const open = this.orders.filter(({ status }) => NEXT[status].length > 0);
    // The last one changes again and again, so that its states overtake each other.
    const order = this.random(3) > 0 ? open.at(-1) : open[this.random(open.length)];
    if (!order || this.random(6) === 0) return this.put(newOrder(this.orders.length));
    const next = NEXT[order.status];
    const status = next[this.random(10) === 0 ? next.length - 1 : 0] ?? "completed";
    return this.put({ ...order, status, version: order.version + 1 });
  }

  private put(order: StaffOrder): StaffOrder {
    this.orders = [...this.orders.filter(({ _id }) => _id !== order._id), order];
    for (const stream of this.streams) this.say(stream, "order", order);
    return order;
  }

  /** Every connection breaks. What was on its way is lost. */
  breakStreams(): void {
    for (const { controller } of this.streams) controller.error(new TypeError("network error"));
    this.streams.clear();
  }

  fetch = async (address: string, { signal }: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(address, "http://localhost");
    await pause(this.delay());
    if (pathname.endsWith("/stream")) return this.open(signal);
    const body = JSON.stringify(this.answer(pathname, searchParams.get("status")));
    await pause(this.delay());
    if (signal?.aborted) throw new DOMException("Aborted", "AbortError");
    return new Response(body);
  };

  private answer(pathname: string, status: string | null): unknown {
    const path = pathname.replace("/api/orders", "");
    if (path === "/counts") return this.counts();
    if (path !== "") return this.orders.find(({ _id }) => path === `/${_id}`);
    const orders = this.orders.filter((order) => status === null || order.status === status);
    orders.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
    return { orders, total: orders.length, totalIsExact: true, nextCursor: null };
  }

  private open(signal: AbortSignal | null | undefined): Response {
    let mine: Stream;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        mine = { controller, lastAt: 0 };
        this.streams.add(mine);
        this.say(mine, "hello", { resumed: false });
      },
      cancel: () => void this.streams.delete(mine),
    });
    signal?.addEventListener("abort", () => this.streams.delete(mine));
    return new Response(body);
  }

  private say(stream: Stream, name: string, data: unknown): void {
    stream.lastAt = Math.max(stream.lastAt, Date.now() + this.delay());
    setTimeout(() => {
      if (!this.streams.has(stream)) return;
      stream.controller.enqueue(new TextEncoder().encode(eventText(name, data)));
    }, stream.lastAt - Date.now());
  }
}

function newOrder(number: number): StaffOrder {
  const digits = String(number).padStart(2, "0");
  return anOrder({
    _id: digits.padStart(24, "0"),
    orderNumber: digits,
    createdAt: `2026-11-21T12:${digits}:00Z`,
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
