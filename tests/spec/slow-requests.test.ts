import { afterAll, expect, test } from "bun:test";
import { createTestService } from "../support/app";
import { waitFor } from "../support/wait-for";

/** Fault 55: 500 connections that send a byte a second hold nothing for long, and nobody else waits for them. */
const service = await createTestService();
afterAll(service.close);

const SLOW = 500;
const LIMIT_SECONDS = 4;
/** Bun looks at its connections every four seconds. */
const CLOSED_WITHIN_MS = (LIMIT_SECONDS + 10) * 1000;

const HEAD = "GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
const POST =
  "POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{";

type Slow = { at: number; isClosed: boolean; drip: ReturnType<typeof setInterval> };

/** Half of them never end their headers, half never end their body. */
function connectSlowly(port: number, index: number): Promise<Bun.Socket<Slow>> {
  return Bun.connect<Slow>({
    hostname: "127.0.0.1",
    port,
    data: { at: 0, isClosed: false, drip: setInterval(() => undefined, 60_000) },
    socket: {
      open(socket) {
        clearInterval(socket.data.drip);
        if (index % 2 === 1) socket.write(POST);
        socket.data.drip = setInterval(() => {
          socket.write(index % 2 === 1 ? "a" : (HEAD[socket.data.at++] ?? "a"));
        }, 1000);
      },
      data() {},
      close(socket) {
        clearInterval(socket.data.drip);
        socket.data.isClosed = true;
      },
      error() {},
    },
  });
}

test(
  "fault 55: slow headers and bodies are cut off; meanwhile the p99 of ordinary requests stays below 200 ms",
  async () => {
    const token = await service.tokenOf(await service.givenUser());
    const server = service.listen({ receiveSeconds: LIMIT_SECONDS, answerSeconds: LIMIT_SECONDS });
    const port = server.port ?? 0;
    const sockets = await Promise.all(Array.from({ length: SLOW }, (_, index) => connectSlowly(port, index)));
    expect(sockets.filter(({ data }) => data.isClosed)).toHaveLength(0);
    const times: number[] = [];
    await waitFor(
      "the slow connections to be closed",
      async () => {
        const started = performance.now();
        const ask = () =>
          fetch(`http://127.0.0.1:${port}/api/v1/auth/me`, { headers: { Authorization: `Bearer ${token}` } });
        // Where the limit closes a connection at the moment that it is used, clients ask again, as HTTP has it.
        const response = await ask().catch(ask);
        expect(response.status).toBe(200);
        await response.arrayBuffer();
        times.push(performance.now() - started);
        return sockets.every(({ data }) => data.isClosed);
      },
      CLOSED_WITHIN_MS,
    );
    await server.stop(true);
    times.sort((left, right) => left - right);
    expect(times.length).toBeGreaterThan(50);
    expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(200);
  },
  CLOSED_WITHIN_MS + 10_000,
);
