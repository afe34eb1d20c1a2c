import { numberedLine } from "../support/numbered-lines";
import type { UdpLoad, UdpLoadResult } from "./udp-load";

/**
 * TCP load in a process of its own: `bun tests/bench/tcp-load.ts PORT TOTAL RATE [FIRST]`. Numbered lines (mean ~200
 * octets, ended by LF) on eight connections to loopback, on a timetable that waits where the receiver holds it back;
 * prints how many were sent and in how long.
 */
const FLOWS = 8;
const BLOCK_LINES = 500;
const BLOCKS = 40;
const DIGITS = 10;

export async function runTcpLoad({ port, total, rate, first = 0 }: UdpLoad): Promise<UdpLoadResult> {
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

/** Octets of many lines that are made once; only the number at the end of each is new when they are sent again. */
type Block = { octets: Buffer; numbersAt: number[] };

function makeBlock(index: number, made: Date): Block {
  const numbersAt: number[] = [];
  let text = "";
  for (let line = 0; line < BLOCK_LINES; line++) {
    text += numberedLine(index * BLOCK_LINES + line, made);
    numbersAt.push(text.length - DIGITS);
    text += "\n";
  }
  return { octets: Buffer.from(text, "latin1"), numbersAt };
}

function number({ octets, numbersAt }: Block, first: number): void {
  for (const [line, at] of numbersAt.entries()) {
    let rest = first + line;
    for (let digit = DIGITS - 1; digit >= 0; digit--) {
      octets[at + digit] = 0x30 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
  }
}

type Connection = { write: (octets: Buffer) => Promise<void>; end: () => Promise<void> };

async function connect(port: number): Promise<Connection> {
  let drained = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: () => undefined,
      drain: () => drained.resolve(),
      close: () => closed.resolve(),
    },
  });
  return {
    async write(octets) {
      for (let at = socket.write(octets); at < octets.length;) {
        await drained.promise;
        drained = Promise.withResolvers();
        at += Math.max(0, socket.write(octets.subarray(at)));
      }
    },
    async end() {
      socket.end();
      await Promise.race([closed.promise, Bun.sleep(1000)]);
    },
  };
}

async function generate({ port, total, rate, first = 0 }: UdpLoad): Promise<UdpLoadResult> {
  const made = new Date();
  const blocks = Array.from({ length: BLOCKS }, (_, index) => makeBlock(index, made));
  const connections = await Promise.all(Array.from({ length: FLOWS }, () => connect(port)));
  const started = performance.now();
  let sent = 0;
  const run = async (connection: Connection, flow: number) => {
    for (let turn = flow; sent < total; turn += FLOWS) {
      const block = blocks[turn % BLOCKS];
      if (block === undefined) break;
      const due = ((performance.now() - started) / 1000) * rate;
      if (sent >= due) {
        await Bun.sleep(1);
        continue;
      }
      number(block, first + sent);
      sent += BLOCK_LINES;
      await connection.write(block.octets);
    }
    await connection.end();
  };
  await Promise.all(connections.map(run));
  return { sent, seconds: (performance.now() - started) / 1000 };
}

if (import.meta.main) {
  const [port = 0, total = 0, rate = 0, first = 0] = process.argv.slice(2).map(Number);
  process.stdout.write(JSON.stringify(await generate({ port, total, rate, first })));
  process.exit(0);
}
