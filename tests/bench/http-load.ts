/**
 * HTTP load in a process of its own: `bun tests/bench/http-load.ts '<json of LoadOrder>'`; prints a LoadResult as JSON.
 * With a rate, requests start on a fixed timetable and latency counts from when each was due: a closed loop would hide
 * stalls.
 */
export type LoadOrder = {
  host: string;
  port: number;
  path: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** Requests a second; 0: as fast as the answers come. */
  rate: number;
  /**
   * When in a second of the clock the timetable begins, so that loads beside each other do not ask in the same moment;
   * absent: anywhen.
   */
  beginsAtMs?: number;
};

export type LoadResult = {
  requests: number;
  failures: number;
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
};

const SETTLE_MS = 1000;

type Connection = { socket: Bun.Socket | undefined; dueAt: number; received: string };

/** Runs the load in a child process, so that its work does not delay the caller's. */
export async function runHttpLoad(order: LoadOrder): Promise<LoadResult> {
  const child = Bun.spawn(["bun", import.meta.path, JSON.stringify(order)], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const result = await new Response(child.stdout).json();
  await child.exited;
  return result as LoadResult;
}

async function generate(order: LoadOrder): Promise<LoadResult> {
  const headers = Object.entries({ Host: `${order.host}:${order.port}`, ...order.headers });
  const request = `GET ${order.path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  const latencies: number[] = [];
  let failures = 0;
  const idle: Connection[] = [];
  const due: number[] = [];
  let ends = Infinity;

  const send = (connection: Connection, dueAt: number) => {
    connection.dueAt = dueAt;
    connection.socket?.write(request);
  };
  const answered = (connection: Connection, isOk: boolean) => {
    const now = performance.now();
    latencies.push(now - connection.dueAt);
    if (!isOk) failures++;
    if (now >= ends) return;
    const next = order.rate === 0 ? now : due.shift();
    if (next === undefined) idle.push(connection);
    else send(connection, next);
  };

  const connections = await Promise.all(
    Array.from({ length: order.connections }, async () => {
      const connection: Connection = { socket: undefined, dueAt: 0, received: "" };
      connection.socket = await Bun.connect({
        hostname: order.host,
        port: order.port,
        socket: {
          data(_, chunk) {
            connection.received += chunk.toString("latin1");
            const end = completeLength(connection.received);
            if (end === undefined) return;
            const isOk = connection.received.startsWith("HTTP/1.1 200");
            connection.received = connection.received.slice(end);
            answered(connection, isOk);
          },
        },
      });
      return connection;
    }),
  );

  // Several loads begin together, and the start of the others would be in the figures of the first.
  if (order.rate > 0) await Bun.sleep(SETTLE_MS);
  if (order.beginsAtMs !== undefined) await Bun.sleep((1000 + order.beginsAtMs - (Date.now() % 1000)) % 1000);
  const started = performance.now();
  ends = started + order.seconds * 1000;
  if (order.rate === 0) for (const connection of connections) send(connection, performance.now());
  else {
    idle.push(...connections);
    let issued = 0;
    while (performance.now() < ends) {
      const now = performance.now();
      for (; issued < ((now - started) / 1000) * order.rate; issued++) {
        const dueAt = started + (issued / order.rate) * 1000;
        const connection = idle.pop();
        if (connection === undefined) due.push(dueAt);
        else send(connection, dueAt);
      }
      // To look more often than anything is due would take the processor from what is measured.
      await Bun.sleep(Math.max(1, started + (issued / order.rate) * 1000 - performance.now()));
    }
  }
  await Bun.sleep(Math.max(0, ends - performance.now()) + 200);
  for (const { socket } of connections) socket?.end();
  latencies.sort((left, right) => left - right);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    requests: latencies.length,
    failures,
    perSecond: latencies.length / order.seconds,
    p50: at(0.5),
    p99: at(0.99),
    max: latencies.at(-1) ?? Number.NaN,
  };
}

/** Length of the first answer once it is whole; answers carry a Content-Length. */
function completeLength(text: string): number | undefined {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnd + 2))?.[1] ?? 0);
  const total = headEnd + 4 + length;
  return text.length >= total ? total : undefined;
}

if (import.meta.main) {
  const order = JSON.parse(process.argv[2] ?? "{}") as LoadOrder;
  process.stdout.write(JSON.stringify(await generate(order)));
  process.exit(0);
}
