import { once } from "node:events";
import { createServer } from "node:net";

/** Above those of the back end's tests, which run beside, and below those that the system gives to connections. */
const FIRST = 28_000;
const COUNT = 4_500;
let place = process.pid * 31;

/** Three ports that stay free until a product listens; each test process looks in a place of its own. */
export async function freePorts(): Promise<[number, number, number]> {
  for (;;) {
    place += 1;
    const port = FIRST + ((place * 3) % COUNT);
    if ((await isFree(port)) && (await isFree(port + 1)) && (await isFree(port + 2)))
      return [port, port + 1, port + 2];
  }
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  await once(server.close(), "close");
  return true;
}
