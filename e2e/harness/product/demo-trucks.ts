/**
 * The demo trucks belong to all tests of a worker, so a test may look at them and change nothing: it places no order
 * there and its staff do nothing there. The fixture `demoTrucksUnchanged` fails a test that did.
 */
import { call, callAsHarness } from "./api.ts";
import type { Product } from "./product.ts";

/** The trucks that customers see, in the order in which home shows them. */
export function listPublicTrucks(product: Product): Promise<{ _id: string; name: string }[]> {
  return call(product, "GET", "/trucks/public");
}

interface Action {
  _id: string;
  action: string;
  truckId: string | null;
  truckName: string | null;
}

interface Order {
  _id: string;
  orderNumber: string;
  truckId: string;
  truck: { name: string };
}

/** Signing in as the staff of a demo truck is no change of the truck. */
const ACCOUNT_ACTION = /^(session|user)\./;
const PAGE = 100;

/** Follows what happens to the demo trucks of a product that has just started. */
export class DemoTrucks {
  private readonly product: Product;
  private readonly ids: ReadonlySet<string>;
  private lastAction: string | undefined;
  private lastOrder: string | undefined;

  private constructor(product: Product, ids: ReadonlySet<string>) {
    this.product = product;
    this.ids = ids;
  }

  static async of(product: Product): Promise<DemoTrucks> {
    const trucks = await listPublicTrucks(product);
    const demo = new DemoTrucks(product, new Set(trucks.map(({ _id }) => _id)));
    await demo.changes();
    return demo;
  }

  /** What was done to the demo trucks since the last call, in words. */
  async changes(): Promise<string[]> {
    const [{ events }, { orders }] = await Promise.all([
      callAsHarness<{ events: Action[] }>(this.product, "GET", `/audit?limit=${PAGE}`),
      callAsHarness<{ orders: Order[] }>(this.product, "GET", `/orders?limit=${PAGE}`),
    ]);
    const actions = newerThan(events, this.lastAction);
    const placed = newerThan(orders, this.lastOrder);
    this.lastAction = events[0]?._id;
    this.lastOrder = orders[0]?._id;
    return [
      ...actions
        .filter(({ action, truckId }) => this.isDemo(truckId) && !ACCOUNT_ACTION.test(action))
        .map(({ action, truckName }) => `${action} at ${truckName}`),
      ...placed
        .filter(({ truckId }) => this.isDemo(truckId))
        .map(({ orderNumber, truck }) => `order #${orderNumber} at ${truck.name}`),
    ];
  }

  private isDemo(truckId: string | null): boolean {
    return truckId !== null && this.ids.has(truckId);
  }
}

/** The entries before the known one; both lists come newest first. */
function newerThan<T extends { _id: string }>(entries: T[], known: string | undefined): T[] {
  const end = entries.findIndex(({ _id }) => _id === known);
  return end < 0 ? entries : entries.slice(0, end);
}
