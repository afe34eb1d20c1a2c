import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { once } from "node:events";
import { generate } from "selfsigned";
import { createHttpProbe } from "../../../../src/features/monitoring/http/probe";
import type { HttpProbeOptions } from "../../../../src/features/monitoring/http/options";
import { atRunEnd } from "../../../support/run-end";

const DAY_MS = 86_400_000;

/** Names of the tests are this machine. */
export const probe = createHttpProbe({ lookUp: async () => ["127.0.0.1"] });

export function optionsFor(url: string, changes: Partial<HttpProbeOptions> = {}): HttpProbeOptions {
  return {
    url,
    method: "GET",
    acceptedStatusCodes: "200-399",
    timeoutMs: 5000,
    verifyTls: true,
    followRedirects: true,
    maxRedirects: 10,
    ...changes,
  };
}

/** Asks once, with a signal that never fires. */
export function ask(url: string, changes: Partial<HttpProbeOptions> = {}) {
  return probe(optionsFor(url, changes), { signal: new AbortController().signal });
}

/** An authority, and what it issues. */
export async function givenAuthority() {
  const made = await generate([{ name: "commonName", value: "Authority of the tests" }], {
    keySize: 2048,
    extensions: [{ name: "basicConstraints", cA: true, critical: true }],
  });
  return {
    certificate: made.cert,
    async issue(name: string, { endsInDays = 300 }: { endsInDays?: number } = {}) {
      const issued = await generate([{ name: "commonName", value: name }], {
        keySize: 2048,
        notBeforeDate: new Date(Date.now() - 400 * DAY_MS),
        notAfterDate: new Date(Date.now() + endsInDays * DAY_MS),
        ca: { key: made.private, cert: made.cert },
        extensions: [
          {
            name: "subjectAltName",
            altNames: [
              { type: 2, value: name },
              { type: 7, ip: "127.0.0.1" },
            ],
          },
        ],
      });
      return { cert: issued.cert, key: issued.private };
    },
  };
}

type Answer = string | ((socket: Socket, request: string) => void);

/** A server that says anything at all once something was asked. Keeps what it was asked. */
export async function startRawServer(
  answer: Answer,
  { tls, host = "127.0.0.1" }: { tls?: TlsOptions; host?: string } = {},
) {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.once("data", (octets) => {
      const request = octets.toString("latin1");
      received.push(request);
      if (typeof answer === "string") socket.end(answer);
      else answer(socket, request);
    });
  };
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on("tlsClientError", () => undefined);
  server.listen(0, host);
  await once(server, "listening");
  atRunEnd(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const scheme = tls === undefined ? "http" : "https";
  const shown = host.includes(":") ? `[${host}]` : host;
  return { port: address.port, url: `${scheme}://${shown}:${address.port}/`, received, sockets };
}

/** The head of an answer with fields, ready for its body. */
export function head(status: string, ...fields: string[]): string {
  return ["HTTP/1.1 " + status, ...fields, "", ""].join("\r\n");
}

/** Goes on until the other side has enough of it. `told` hears of the octets of each write. */
export function pour(socket: Socket, octets: string | Buffer, told?: (bytes: number) => void): void {
  const more = () => {
    if (socket.destroyed) return;
    told?.(octets.length);
    if (socket.write(octets)) setImmediate(more);
    else socket.once("drain", more);
  };
  more();
}
