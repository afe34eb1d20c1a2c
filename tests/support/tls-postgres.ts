import { createServer, type Socket } from "node:net";
import { connect } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import type { Identity } from "./certificates";

/** PostgreSQL's SSLRequest (its manual, 55.7): a length of 8, and the code. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * A way to a PostgreSQL that speaks TLS only, as its own would: the server that comes with the service listens on no
 * network.
 */
export async function startTlsWay(url: string, identity: Identity) {
  const { port } = new URL(url);
  const context = createSecureContext({ cert: identity.certificate, key: identity.key });
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => client.destroy());
    client.once("data", (octets: Buffer) => {
      if (!octets.equals(SSL_REQUEST)) return void client.destroy();
      client.write("S");
      const secure = new TLSSocket(client, { isServer: true, secureContext: context });
      const upstream = connect(Number(port), "127.0.0.1");
      secure.pipe(upstream).pipe(secure);
      secure.on("error", () => upstream.destroy());
      upstream.on("error", () => secure.destroy());
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return {
    urlOf(host: string, parameters: string): string {
      const way = new URL(url);
      way.hostname = host;
      way.port = String(address.port);
      return `${way.href}?${parameters}`;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
