import { HttpResponse, http } from "msw";
import type { SetupServer } from "msw/node";
import { eventText } from "./fake-stream";

/** A stream of the API that a test speaks on; each connection is greeted. What is said before the first waits for it. */
export function serveStream(server: SetupServer, path: string, hello = { resumed: true, id: "1" }) {
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let wasHeard = false;
  let isDown = false;
  const asked: (string | null)[] = [];
  const waiting: Uint8Array[] = [];
  const bytes = (text: string) => new TextEncoder().encode(text);
  server.use(
    http.get(path, ({ request }) => {
      asked.push(request.headers.get("Last-Event-ID"));
      if (isDown) return HttpResponse.error();
      let mine: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          mine = controller;
          listeners.add(controller);
          wasHeard = true;
          controller.enqueue(bytes(eventText("hello", { resumed: hello.resumed }, hello.id)));
          for (const event of waiting.splice(0)) controller.enqueue(event);
        },
        cancel: () => void listeners.delete(mine),
      });
      return new HttpResponse(body, { headers: { "Content-Type": "text/event-stream" } });
    }),
  );
  return {
    /** From which change on each connection wanted to hear. */
    asked,
    isHeard: () => listeners.size > 0,
    /** The server is gone, and with it all connections. */
    stop: () => {
      isDown = true;
      for (const listener of listeners) listener.close();
      listeners.clear();
    },
    say: (name: string, data: unknown) => {
      const event = bytes(eventText(name, data, "2"));
      if (!wasHeard) waiting.push(event);
      for (const listener of listeners) listener.enqueue(event);
    },
  };
}
