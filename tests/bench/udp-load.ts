import { numberedLine } from "../support/numbered-lines";

/**
 * UDP load in a process of its own: `bun tests/bench/udp-load.ts PORT TOTAL RATE [FIRST]`. Numbered lines (mean ~200
 * octets) on eight sockets to loopback, on a fixed timetable; prints how many were sent and in how long.
 */
const BATCH = 50;
const FLOWS = 8;
const POOL = 20_000;

export type UdpLoad = { port: number; total: number; rate: number; first?: number };
export type UdpLoadResult = { sent: number; seconds: number };

export async function runUdpLoad({ port, total, rate, first = 0 }: UdpLoad): Promise<UdpLoadResult> {
  const child = Bun.spawn(
    ["bun", import.meta.path, String(port), String(total), String(rate), String(first)],
    {
      stdout: "pipe",
      stderr: "inherit",
    },
  );
  const result = await new Response(child.stdout).json();
  await child.exited;
  return result as UdpLoadResult;
}

async function generate({ port, total, rate, first = 0 }: UdpLoad): Promise<UdpLoadResult> {
  // Bodies are made once; only the number at the end is new in every line.
  const made = new Date();
  const pool = Array.from({ length: POOL }, (_, index) => numberedLine(first + index, made).slice(0, -10));
  return sendLines(
    { port, total, rate },
    (index) => (pool[index % POOL] ?? "") + String(first + index).padStart(10, "0"),
  );
}

/** Sends lines on a fixed timetable, each made as it is sent. */
export async function sendLines(
  { port, total, rate }: UdpLoad,
  lineOf: (index: number) => string | Uint8Array,
): Promise<UdpLoadResult> {
  const sockets = await Promise.all(
    Array.from({ length: FLOWS }, () => Bun.udpSocket({ connect: { hostname: "127.0.0.1", port } })),
  );
  const started = performance.now();
  let sent = 0;
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * rate));
    while (sent < due) {
      const batch: (string | Uint8Array)[] = [];
      for (; sent < due && batch.length < BATCH; sent++) batch.push(lineOf(sent));
      let done = 0;
      while (done < batch.length) {
        done +=
          sockets[((sent / BATCH) % FLOWS) | 0]?.sendMany(done === 0 ? batch : batch.slice(done)) ??
          batch.length;
        if (done < batch.length) await Bun.sleep(0);
      }
    }
    await Bun.sleep(1);
  }
  const seconds = (performance.now() - started) / 1000;
  for (const socket of sockets) socket.close();
  return { sent, seconds };
}

if (import.meta.main) {
  const [port = 0, total = 0, rate = 0, first = 0] = process.argv.slice(2).map(Number);
  process.stdout.write(JSON.stringify(await generate({ port, total, rate, first })));
  process.exit(0);
}
