import { http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";

/**
 * The back end of a test: nothing answers but what the test says, and any other call fails it. Only
 * the streams of live screens are there and have nothing to tell.
 */
export const server = setupServer(http.get("*/stream", () => new Promise<never>(() => undefined)));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
