import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Two ports that nobody listens on; the system hands out each of them for a moment only. */
export async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()] as const;
  const ports = servers.map(async (server) => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  });
  const [product = 0, sandbox = 0] = await Promise.all(ports);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return [product, sandbox];
}
