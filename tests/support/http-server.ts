import { atRunEnd } from "./run-end";

export type ReceivedRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
};

type Options = {
  hostname?: string;
  tls?: { key: string; cert: string };
  /** What it answers; absent: 200 and nothing else. May never come. */
  answer?: (request: Request) => Response | Promise<Response>;
};

/** A real HTTP server on a free port of loopback that keeps what it is sent. Gone after the run. */
export function startHttpServer({ hostname = "127.0.0.1", tls, answer }: Options = {}) {
  const received: ReceivedRequest[] = [];
  const server = Bun.serve({
    port: 0,
    hostname,
    ...(tls !== undefined && { tls }),
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      received.push({
        method: request.method,
        path: pathname + search,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      });
      return answer?.(request) ?? new Response();
    },
  });
  atRunEnd(async () => server.stop(true));
  return { port: Number(server.port), url: `http${tls ? "s" : ""}://${hostname}:${server.port}`, received };
}
