import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";

/** The back end of a test: nothing answers but what the test says, and any other call fails it. */
export const server = setupServer();

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
