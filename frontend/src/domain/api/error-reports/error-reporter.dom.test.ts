import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setTokenSource } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import { server } from "@/test/server";
import { createReporter } from "./error-reporter";
import { pagePattern } from "./send-masked-report";

let sent: { body: Record<string, string>; authorization: string | null }[];

beforeEach(() => {
  sent = [];
  window.history.replaceState(null, "", "/admin/orders/0123456789abcdef01234567?name=Ada#x");
  server.use(
    http.post("*/api/client-errors", async ({ request }) => {
      const body = (await request.json()) as Record<string, string>;
      sent.push({ body, authorization: request.headers.get("Authorization") });
      return new HttpResponse(null, { status: 204 });
    }),
  );
});
afterEach(() => {
  setTokenSource(() => null);
  window.history.replaceState(null, "", "/");
});

const until = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count));

it("sends what went wrong and where, and nothing personal", async () => {
  setTokenSource(() => "secret-token");
  const message = `No order 104 of ada@street.example, +1 213 373 4253 ${"oh no ".repeat(100)}`;
  createReporter().report("render", new TypeError(message));
  await until(1);
  const [report] = sent;
  expect(report?.authorization).toBeNull();
  expect(report?.body).toEqual({
    kind: "render",
    name: "TypeError",
    message: expect.stringMatching(/^No order # of \[email\] \+# # # # oh no oh no/),
    page: "/admin/orders/:id",
    release: "error-reporter",
  });
  expect(report?.body.message).toHaveLength(200);
});

it("says the code of a refusal, not the server's sentence", async () => {
  const body = { error: "Ada Lovelace has ordered already.", code: "conflict" };
  createReporter().report("rejection", ApiError.fromAnswer(409, body));
  await until(1);
  expect(sent[0]?.body.message).toBe("HTTP # conflict");
});

it("sends an error that comes again once, and at most three of a page load", async () => {
  const reporter = createReporter();
  for (let time = 0; time < 5; time += 1) reporter.report("error", new Error("again"));
  for (const word of ["one", "two", "three", "four"]) reporter.report("error", new Error(word));
  await until(3);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent.map(({ body }) => body.message).sort()).toEqual(["again", "one", "two"]);
});

it.each([
  ["a call that was called off", new DOMException("Aborted", "AbortError")],
  ["a device without a connection", ApiError.unreachable()],
  ["what is no error", "a text"],
  ["an error of another site's script", null],
])("passes over %s", async (_, error) => {
  const reporter = createReporter();
  reporter.report("rejection", error);
  reporter.report("error", new Error("the next one"));
  await until(1);
  expect(sent[0]?.body.message).toBe("the next one");
});

it("hears of what was not caught", async () => {
  const target = new EventTarget() as Window;
  createReporter().listen(target);
  target.dispatchEvent(new ErrorEvent("error", { error: new RangeError("too deep") }));
  const rejected = Object.assign(new Event("unhandledrejection"), { reason: new Error("no") });
  target.dispatchEvent(rejected);
  await until(2);
  expect(Object.fromEntries(sent.map(({ body: { kind, name } }) => [kind, name]))).toEqual({
    error: "RangeError",
    rejection: "Error",
  });
});

it.each([
  ["does not answer", () => HttpResponse.error()],
  ["refuses", () => HttpResponse.json({ error: "Too many" }, { status: 429 })],
])("causes no further error when the server %s", async (_, answer) => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  let calls = 0;
  server.use(
    http.post("*/api/client-errors", () => {
      calls += 1;
      return answer();
    }),
  );
  createReporter().report("error", new Error("no"));
  await vi.waitFor(() => expect(calls).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  expect(calls).toBe(1);
});

it.each([
  ["/", "/"],
  ["/spicy-burritos/checkout", "/spicy-burritos/checkout"],
  [`/spicy-burritos/order/${"t".repeat(43)}`, "/spicy-burritos/order/:id"],
  ["/admin/orders/0123456789abcdef01234567/print", "/admin/orders/:id/print"],
  ["/Ada%20Lovelace", "/:id"],
])("names the page %s as %s", (path, pattern) => {
  expect(pagePattern(path)).toBe(pattern);
});
