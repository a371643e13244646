import { setImmediate as untilNextTurn } from "node:timers/promises";
import { cleanup } from "@testing-library/react";
import type { SetupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect } from "vitest";

/**
 * Lets a server answer the tests of a file. A call that it has no answer for fails the test during which it comes; one
 * that comes after the last test fails the file.
 */
export function startServer(server: SetupServer): void {
  const unanswered: string[] = [];
  beforeAll(() => {
    server.listen({ onUnhandledFrame: "error" });
    server.events.on("request:unhandled", ({ request }) => {
      unanswered.push(`${request.method} ${request.url}`);
    });
  });
  afterEach(async () => {
    // What the page asked at the very end still gets this test's answers.
    cleanup();
    await untilNextTurn();
    server.resetHandlers();
    expect(unanswered.splice(0), "calls that this test gives no answer to").toEqual([]);
  });
  afterAll(async () => {
    await untilNextTurn();
    server.close();
    expect(unanswered, "calls after the last test, which none gives an answer to").toEqual([]);
  });
}
