import { vi } from "vitest";

/** One connection that a test answers by hand, piece by piece. */
export interface FakeConnection {
  url: string;
  headers: Record<string, string>;
  /** The headers of the answer arrive; 200 unless a status is given. */
  open: (status?: number) => void;
  send: (text: string) => void;
  sendBytes: (bytes: Uint8Array) => void;
  /** The server closes the stream. */
  end: () => void;
  /** The line breaks. */
  break: () => void;
  isGone: () => boolean;
}

/** Stands in for fetch: each call waits in `connections` for the test to answer it. */
export function fakeStreams() {
  const connections: FakeConnection[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn((url: string, init: RequestInit) => connect(url, init, connections)),
  );
  return {
    connections,
    /** The newest connection. */
    last: () => {
      const connection = connections.at(-1);
      if (!connection) throw new Error("No connection yet.");
      return connection;
    },
  };
}

/** An event as the server writes it. */
export function eventText(name: string, data: unknown, id?: string): string {
  const head = id === undefined ? "" : `id: ${id}\n`;
  return `${head}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function connect(
  url: string,
  { headers, signal }: RequestInit,
  connections: FakeConnection[],
): Promise<Response> {
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const swallow = () => undefined;
  writer.closed.catch(swallow);
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => {
      const gone = new DOMException("Called off", "AbortError");
      reject(gone);
      void writer.abort(gone).catch(swallow);
    });
    const sendBytes = (bytes: Uint8Array) => void writer.write(bytes).catch(swallow);
    connections.push({
      url,
      headers: headers as Record<string, string>,
      open: (status = 200) => resolve(new Response(body.readable, { status })),
      sendBytes,
      send: (text) => sendBytes(new TextEncoder().encode(text)),
      end: () => void writer.close().catch(swallow),
      break: () => {
        const broken = new TypeError("network error");
        reject(broken);
        void writer.abort(broken).catch(swallow);
      },
      isGone: () => signal?.aborted ?? false,
    });
  });
}
