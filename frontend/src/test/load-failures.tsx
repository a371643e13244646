import type { QueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { messages as m } from "@/messages";
import { renderApp } from "./render-app";
import { server } from "./server";

/** A part of a screen that loads on its own, and what it says meanwhile and when that fails. */
export interface LoadedPart {
  name: string;
  /** Signs in, fills the browser's storage: what there is before the screen is opened. */
  arrange?: () => void;
  path: string;
  /** Opens a drawer of the screen, if the part is in one. */
  open?: (user: UserEvent) => Promise<void>;
  /** The call that the part needs, below /api. */
  call: string;
  method?: "get" | "post";
  /** Null where nothing is said while it loads. */
  loading: string | null;
  failed: string | ((sentence: string) => string);
  /** Null where the reason is part of what is said; the sentence of the failure unless told. */
  reason?: ((sentence: string, failure: Failure) => string) | null;
  retry?: string;
  /** There once it has loaded. */
  content: () => HTMLElement | null;
}

export type Failure = "unreachable" | "html" | "sentence" | "empty";

export const REFUSAL = "The kitchen computer is rebooting.";

const FAILURES: { failure: Failure; answer: () => Response; sentence: string }[] = [
  {
    failure: "unreachable",
    answer: () => HttpResponse.error(),
    get sentence() {
      return m.failures.noConnection;
    },
  },
  {
    failure: "html",
    answer: () => HttpResponse.html("<h1>Welcome to the proxy</h1>"),
    sentence: "Invalid response from server (200)",
  },
  {
    failure: "sentence",
    answer: () => HttpResponse.json({ error: REFUSAL, code: "internal" }, { status: 500 }),
    sentence: REFUSAL,
  },
  {
    failure: "empty",
    answer: () => new HttpResponse(null, { status: 500 }),
    sentence: "HTTP 500",
  },
];

/** Each part says that it loads, why it did not, whatever the failure is, and loads again on demand. */
export function describeLoadFailures(parts: LoadedPart[]): void {
  it.each(parts)(
    "$name: says that it loads, why each try failed, and loads on demand",
    async (part) => {
      part.arrange?.();
      const call = interceptCall(part);
      call.hold();
      const { user, client } = await openPart(part);
      await waitFor(() => expect(call.asked()).toBeGreaterThan(0));
      if (part.loading !== null) {
        const loading = await screen.findByText(part.loading);
        expect(loading.closest("[role=status]")).not.toBeNull();
        expect(part.content()).toBeNull();
      }
      const tryAgain = async () =>
        user.click(await screen.findByRole("button", { name: part.retry ?? "Try again" }));
      let failed = "";
      for (const [number, how] of FAILURES.entries()) {
        call.fail(how.answer);
        if (number === 0) call.release();
        else {
          const before = call.asked();
          await tryAgain();
          await waitFor(() => expect(call.asked()).toBeGreaterThan(before));
        }
        failed = failedText(part, how.sentence);
        await screen.findByText(failed);
        // Nothing else of the screen is still on its way.
        await waitFor(() => expect(client.isFetching()).toBe(0));
        await waitFor(() => expectAlert(reasonOf(part, how) ?? failed));
        expect(part.content()).toBeNull();
        expectNotLoading(part);
      }
      call.heal();
      await tryAgain();
      await waitFor(() => expect(part.content()).not.toBeNull());
      expect(screen.queryByText(failed)).not.toBeInTheDocument();
      // Another part of the screen may say the same for a moment longer.
      await waitFor(() => expectNotLoading(part));
    },
  );
}

/** A part that keeps what it has loaded before; it is asked again by `again`. */
export interface KeptPart extends Pick<LoadedPart, "name" | "arrange" | "path" | "content"> {
  call: string;
  /** Lets the part ask once more. */
  again: (user: UserEvent, client: QueryClient) => Promise<void>;
  problem: (sentence: string) => string;
}

/** Each part says why it could not load again or load more, whatever the failure is, and what it knew before stays. */
export function describeKeptContent(parts: KeptPart[]): void {
  it.each(parts)("$name: stays as it was, says why each try failed, and goes on", async (part) => {
    part.arrange?.();
    const call = interceptCall(part);
    const { user, client } = renderApp(part.path);
    await waitFor(() => expect(part.content()).not.toBeNull());
    let problem = "";
    for (const { answer, sentence } of FAILURES) {
      call.fail(answer);
      await part.again(user, client);
      problem = part.problem(sentence);
      await screen.findByText(problem);
      expectAlert(problem);
      expect(part.content()).not.toBeNull();
    }
    call.heal();
    await part.again(user, client);
    await waitFor(() => expect(screen.queryByText(problem)).not.toBeInTheDocument());
    expect(part.content()).not.toBeNull();
  });
}

async function openPart({ path, open }: LoadedPart) {
  const app = renderApp(path);
  await open?.(app.user);
  return app;
}

function failedText({ failed }: LoadedPart, sentence: string): string {
  return typeof failed === "string" ? failed : failed(sentence);
}

function reasonOf({ reason }: LoadedPart, how: (typeof FAILURES)[number]): string | null {
  if (reason === null) return null;
  return reason ? reason(how.sentence, how.failure) : how.sentence;
}

function expectAlert(words: string): void {
  const said = screen.getAllByText(words).map((part) => part.closest("[role=alert]"));
  expect(said).not.toContain(null);
}

function expectNotLoading({ loading }: LoadedPart): void {
  if (loading !== null) expect(screen.queryByText(loading)).not.toBeInTheDocument();
}

/** Stands before the answer that the test has arranged for a call. */
function interceptCall({ call, method = "get" }: Pick<LoadedPart, "call" | "method">) {
  let answer: (() => Response) | null = null;
  let held = Promise.resolve();
  let release = () => {};
  let times = 0;
  server.use(
    http[method](`*/api/${call}`, async () => {
      times += 1;
      await held;
      // Without an answer of its own the next handler has the word.
      return answer?.();
    }),
  );
  return {
    asked: () => times,
    fail: (failure: () => Response) => {
      answer = failure;
    },
    heal: () => {
      answer = null;
    },
    hold: () => {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}
