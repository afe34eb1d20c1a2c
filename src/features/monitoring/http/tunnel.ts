import { request as httpRequest } from "node:http";
import type { Socket } from "node:net";
import { basicCredentials } from "./credentials";
import type { ProbeRun } from "./run";
import { HttpTrouble } from "./trouble";

/**
 * Has a proxy connect to the origin of a URL (RFC 9110 section 9.3.6): what is sent on the socket afterwards goes
 * there.
 */
export async function openTunnel(
  socket: Socket,
  { url, proxy, run }: { url: URL; proxy: URL; run: ProbeRun },
): Promise<void> {
  run.enter("the proxy");
  const authority = `${url.hostname}:${url.port === "" ? 443 : url.port}`;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = httpRequest({
    method: "CONNECT",
    path: authority,
    headers: { Host: authority, ...proxyCredentials(proxy) },
    createConnection: () => socket,
  });
  request.once("connect", ({ statusCode = 0 }) => resolve(statusCode));
  request.on("error", reject);
  request.end();
  const statusCode = await run.until(promise).catch((cause: unknown) => {
    run.signal.throwIfAborted();
    throw new HttpTrouble("the proxy: it closed the connection, or its answer is not HTTP", "unknown", cause);
  });
  if (statusCode >= 200 && statusCode <= 299) return;
  // 502 to 504: it has tried, and the target has not answered it. All else is between the proxy and us.
  throw new HttpTrouble(
    `the proxy answered ${statusCode}`,
    statusCode >= 502 && statusCode <= 504 ? "down" : "unknown",
  );
}

export function proxyCredentials({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  return {
    "Proxy-Authorization": basicCredentials({
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
    }),
  };
}
