import type { Product } from "./product.ts";

export interface PaymentIntent {
  id: string;
  status: string;
  amount: number;
  amount_received: number;
  client_secret: string;
  created: number;
  /** Set when the money goes on to a truck's own account. */
  transfer_data: { destination: string } | null;
  application_fee_amount: number | null;
}

export interface TextMessage {
  sid: string;
  to: string;
  body: string;
  status: string;
}

export interface Email {
  to: string[];
  subject: string;
  text: string;
  html: string;
}

/** A push message as the browser would show it. */
export interface PushContent {
  title: string;
  body: string;
  tag: string;
  url: string;
}

export interface Fault {
  target: "stripe" | "twilio" | "webhooks";
  mode: string;
  match?: string;
  times?: number;
  ms?: number;
}

interface Ledger {
  payment_intents: PaymentIntent[];
  refunds: object[];
  events: { id: string; type: string; object: string }[];
}

/** The provider's side of a product: what was really charged and really texted. */
export class Sandbox {
  private readonly product: Product;
  private known = new Set<string>();

  constructor(product: Product) {
    this.product = product;
  }

  ledger(): Promise<Ledger> {
    return this.call<Ledger>("GET", "ledger");
  }

  /** From here on `intents` answers only those that are made later. */
  async startCounting(): Promise<void> {
    const { payment_intents } = await this.ledger();
    this.known = new Set(payment_intents.map((intent) => intent.id));
  }

  async intents(): Promise<PaymentIntent[]> {
    const { payment_intents } = await this.ledger();
    return payment_intents.filter((intent) => !this.known.has(intent.id));
  }

  /** What still could be, or was, paid. */
  async payableIntents(): Promise<PaymentIntent[]> {
    return (await this.intents()).filter((intent) => intent.status !== "canceled");
  }

  /** The texts that a customer's phone has received; ten digits. */
  async texts(phone: string): Promise<TextMessage[]> {
    const messages = await this.call<TextMessage[]>("GET", "messages");
    return messages.filter((message) => message.to === `+1${phone}`);
  }

  /** The e-mails to an address, oldest first. */
  async emails(address: string): Promise<Email[]> {
    const emails = await this.call<Email[]>("GET", "emails");
    return emails.filter(({ to }) => to.includes(address));
  }

  /** What the push service has received about an order, decrypted. */
  async pushes(orderId: string): Promise<PushContent[]> {
    const messages = await this.call<{ content: PushContent }[]>("GET", "pushes");
    return messages.map(({ content }) => content).filter(({ tag }) => tag === `order-${orderId}`);
  }

  async fault(fault: Fault): Promise<void> {
    await this.call("POST", "faults", fault);
  }

  async heal(): Promise<void> {
    await this.call("DELETE", "faults");
  }

  async move(intentId: string, status: string): Promise<void> {
    await this.call("POST", `payment_intents/${intentId}/status`, { status });
  }

  /** What a review or the owner's answers would do to a truck's payment account. */
  async moveAccount(
    accountId: string,
    state: "complete" | "currently_due" | "past_due" | "rejected",
  ): Promise<void> {
    await this.call("POST", `accounts/${accountId}`, { state });
  }

  async pay(intentId: string, card = "4242424242424242"): Promise<void> {
    await this.call("POST", `payment_intents/${intentId}/pay`, { card });
  }

  /** Sends that many simulated customers to the street, spread over the minutes. */
  async startRush(rush: { customers: number; minutes: number }): Promise<void> {
    await this.call("POST", "rush", rush);
  }

  async stopRush(): Promise<void> {
    await this.call("DELETE", "rush");
  }

  /** What a person does at a card reader, which is found by its name: `tip` is in cents. */
  async pressReader(
    label: string,
    press: { action: "tap" | "cancel" | "timeout"; card?: string; tip?: number },
  ): Promise<void> {
    const readers = await this.call<{ id: string; label: string }[]>("GET", "readers");
    const reader = readers.find((one) => one.label === label);
    if (!reader) throw new Error(`There is no reader ${label}.`);
    await this.call("POST", `readers/${reader.id}/press`, press);
  }

  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.product.sandboxUrl}/_sandbox/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /_sandbox/${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  }
}
