import { createServer } from "node:net";

const FIRST = Number(process.env.E2E_FIRST_PORT ?? 8320);
const PORTS_PER_WORKER = 10;

/** Two ports that nobody listens on, from a range that is this worker's own. */
export async function freePorts(worker: number): Promise<[number, number]> {
  const first = FIRST + worker * PORTS_PER_WORKER;
  const found: number[] = [];
  for (let port = first; port < first + PORTS_PER_WORKER; port += 1) {
    if (await isFree(port)) found.push(port);
    const [product, sandbox] = found;
    if (product && sandbox) return [product, sandbox];
  }
  throw new Error(`No two free ports from ${first} on; set E2E_FIRST_PORT to another range.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
