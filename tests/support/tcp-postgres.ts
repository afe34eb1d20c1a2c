import { createConnection, createServer } from "node:net";
import { join } from "node:path";
import type { PostgresConnection } from "#platform/postgres-server";

/** A way by TCP to the server behind a Unix socket, so that its databases have addresses. */
export async function startTcpWay({ host, port, username, password }: PostgresConnection) {
  const server = createServer((client) => {
    const upstream = createConnection(join(host, `.s.PGSQL.${port}`));
    client.pipe(upstream).pipe(client);
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return {
    urlOf: ({ database }: { database: string }) =>
      `postgres://${username}:${encodeURIComponent(password)}@127.0.0.1:${address.port}/${database}`,
    close: () => void server.close(),
  };
}
